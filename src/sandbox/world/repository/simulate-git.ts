import { proposeEdit } from '../git/propose-edit.ts';
import { applyEdit, createDiffHunk } from '../git/text-edit.ts';
import { createSubject } from '../text/create-subject.ts';
import { DAY_MS } from '../timestamps.ts';
import type { ReleasePlan } from './create-releases.ts';
import type { PullPlan } from './plan-threads.ts';
import { createMerge, describeBranch, endBranch, openBranch, reviseBranch } from './pull-branches.ts';
import type { Scene } from './scene.ts';
import {
  commitToMain,
  type GitPlans,
  openWorkshop,
  type PullWork,
  type RepositoryWork,
  sign,
  type Workshop,
} from './workshop.ts';

/** Works through the plans in the order of time, commit by commit. */
export function simulateGit(scene: Scene, plans: GitPlans): RepositoryWork {
  const workshop = openWorkshop(scene, plans);
  for (const { run } of planSteps(workshop).toSorted((a, b) => a.timeMs - b.timeMs)) {
    run();
  }
  return closeWorkshop(workshop);
}

interface Step {
  readonly timeMs: number;
  readonly run: () => void;
}

function planSteps(workshop: Workshop): readonly Step[] {
  const { scene, plans } = workshop;
  const pulls = plans.threads.filter((plan) => plan.type === 'pull_request');
  const directCount = Math.ceil(plans.threads.length / 3) + 2;
  const { beginMs, endMs, random } = scene;
  return [
    ...Array.from({ length: directCount }, () => {
      const timeMs =
        beginMs + 2 * DAY_MS + Math.floor(random.next() * Math.max(0, endMs - beginMs - 3 * DAY_MS));
      return { timeMs, run: () => commitDirectly(workshop, timeMs) };
    }),
    ...pulls.flatMap((plan) => planPullSteps(workshop, plan)),
    ...plans.releases
      .filter((release) => !release.isDraft)
      .map((release) => ({ timeMs: release.timeMs, run: () => tagRelease(workshop, release) })),
  ];
}

function planPullSteps(workshop: Workshop, plan: PullPlan): readonly Step[] {
  const steps: Step[] = [{ timeMs: plan.createdMs, run: () => openBranch(workshop, plan) }];
  const { revisedMs, endMs } = plan;
  if (revisedMs !== undefined) {
    steps.push({ timeMs: revisedMs, run: () => reviseBranch(workshop, plan, revisedMs) });
  }
  if (endMs !== undefined) {
    steps.push({ timeMs: endMs, run: () => endBranch(workshop, plan, endMs) });
  }
  return steps;
}

function commitDirectly(workshop: Workshop, timeMs: number): void {
  const { scene, plans, main, paths, reserved, mainChanges } = workshop;
  const { random, theme } = scene;
  const open = plans.threads.filter(
    (plan) => plan.type === 'issue' && plan.createdMs < timeMs && (plan.closedMs ?? timeMs) >= timeMs,
  );
  const issue = open.length > 0 && random.chance(0.4) ? random.pick(open) : undefined;
  const subject = issue?.subject ?? createSubject(theme, random);
  const mark = `d${mainChanges.length + 1}`;
  const edit = proposeEdit({ tree: main.tree, paths, theme, subject, reserved, mark, random });
  const person = random.pick(scene.maintainers);
  const message = issue === undefined ? subject.pullTitle : `${subject.pullTitle}\n\nSee #${issue.number}.`;
  const changes = [{ path: edit.path, text: applyEdit(edit) }];
  const { sha } = commitToMain(workshop, { person, timeMs, changes, message }).commit;
  mainChanges.push({ sha, timeMs, path: edit.path, hunk: createDiffHunk(edit) });
  if (issue !== undefined) {
    workshop.references.push({ sha, timeMs, author: person, number: issue.number });
  }
}

function tagRelease({ builder, main }: Workshop, release: ReleasePlan): void {
  builder.addTag({
    name: release.version,
    sha: main.commit.sha,
    message: release.isPrerelease ? null : `${release.version}\n`,
    tagger: sign(release.author, release.timeMs),
  });
}

function closeWorkshop(workshop: Workshop): RepositoryWork {
  const { builder, main, plans, branches, scene } = workshop;
  builder.setRef(`refs/heads/${plans.defaultBranch}`, main.commit.sha);
  const pulls = new Map<number, PullWork>();
  for (const [number, branch] of branches) {
    const { plan, head } = branch;
    builder.setRef(`refs/pull/${number}/head`, head.commit.sha);
    if (plan.fate === 'open') {
      branch.merge = createMerge(workshop, branch, scene.endMs);
      builder.add(branch.merge);
      builder.setRef(`refs/pull/${number}/merge`, branch.merge.commit.sha);
    }
    if (plan.fork === 'none' && plan.fate === 'open') {
      builder.setRef(`refs/heads/${plan.branch}`, head.commit.sha);
    }
    pulls.set(number, describeBranch(branch));
  }
  return {
    history: builder.finish(),
    pulls,
    references: workshop.references,
    mainChanges: workshop.mainChanges,
  };
}
