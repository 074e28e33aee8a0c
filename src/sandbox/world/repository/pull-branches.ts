import { invariant } from '../../../base/index.ts';
import { createRevision, type Revision } from '../git/git-history.ts';
import { type EditOptions, proposeCorrection, proposeEdit, proposeUpdate } from '../git/propose-edit.ts';
import { applyEdit, createDiffHunk, type TextEdit } from '../git/text-edit.ts';
import { MINUTE_MS } from '../timestamps.ts';
import { headOwnerOf, mergerOf, type PullPlan } from './plan-threads.ts';
import { advanceMain, type Branch, type PullWork, sign, type Workshop } from './workshop.ts';

/** Makes the first commit of a pull request, on top of the default branch. */
export function openBranch(workshop: Workshop, plan: PullPlan): void {
  const { scene, builder, main, reserved } = workshop;
  const edits = proposeEdits(workshop, plan);
  const changes = edits.map((edit) => ({ path: edit.path, text: applyEdit(edit) }));
  const author = sign(plan.author, plan.createdMs - 10 * MINUTE_MS);
  const message = `${plan.subject.pullTitle}${plan.fixes === undefined ? '' : `\n\nFixes #${plan.fixes}`}`;
  const first = createRevision({ parents: [main], changes, author, message });
  for (const { path } of changes) {
    reserved.add(path);
  }
  const branch: Branch = {
    plan,
    base: main,
    first,
    edits,
    head: first,
    replaced: undefined,
    corrected: undefined,
    merge: undefined,
  };
  if (plan.isForcePushed) {
    branch.replaced = createRevision({
      parents: [main],
      changes,
      author,
      message: `WIP ${scene.random.hex(4)}`,
    });
  }
  builder.add(first);
  workshop.branches.set(plan.number, branch);
}

function proposeEdits(workshop: Workshop, plan: PullPlan): readonly TextEdit[] {
  const taken = new Set(workshop.reserved);
  const options = { ...editOptions(workshop, plan), reserved: taken };
  const update = plan.author.isBot ? proposeUpdate(options) : undefined;
  if (update !== undefined) {
    return [update];
  }
  return Array.from({ length: options.random.integer(1, 3) }, () => {
    const edit = proposeEdit(options);
    taken.add(edit.path);
    return edit;
  }).filter((edit, index, edits) => edits.findIndex((other) => other.path === edit.path) === index);
}

function editOptions({ scene, main, paths, reserved }: Workshop, plan: PullPlan): EditOptions {
  const { theme, random } = scene;
  return {
    tree: main.tree,
    paths,
    theme,
    subject: plan.subject,
    reserved,
    mark: String(plan.number),
    random,
  };
}

/** Adds a commit that rewords one line of the first. */
export function reviseBranch(workshop: Workshop, plan: PullPlan, timeMs: number): void {
  const branch = branchOf(workshop, plan.number);
  const [edit] = branch.edits;
  invariant(edit !== undefined, 'a branch has at least one change');
  const correction = proposeCorrection(edit, applyEdit(edit), workshop.scene);
  branch.head = createRevision({
    parents: [branch.head],
    changes: [{ path: edit.path, text: applyEdit(correction) }],
    author: sign(plan.author, timeMs),
    message: 'Answer the review',
  });
  branch.corrected = { path: edit.path, line: correction.index + 1 };
  workshop.builder.add(branch.head);
}

/** Merges a branch, or lays it aside, and lets its files go. */
export function endBranch(workshop: Workshop, plan: PullPlan, endMs: number): void {
  const branch = branchOf(workshop, plan.number);
  branch.merge = createMerge(workshop, branch, endMs);
  if (plan.fate === 'merged') {
    advanceMain(workshop, branch.merge);
  }
  for (const { path } of branch.edits) {
    workshop.reserved.delete(path);
  }
}

/** Merges in memory: nobody else has touched the branch's files, so they simply take the place of the old ones. */
export function createMerge({ main, scene }: Workshop, branch: Branch, timeMs: number): Revision {
  const { plan, head } = branch;
  const paths = [...new Set(branch.edits.map((edit) => edit.path))];
  const byPath = new Map<string, string>();
  for (const edit of branch.edits) {
    byPath.set(edit.path, applyEdit(edit));
  }
  for (const change of head.commit.changes) {
    byPath.set(change.path, change.text);
  }
  const changes = paths.map((path) => ({ path, text: byPath.get(path) ?? '' }));
  const merger = sign(mergerOf(plan, scene), timeMs);
  if (plan.isSquashed) {
    const message = `${plan.subject.pullTitle} (#${plan.number})`;
    return createRevision({
      parents: [main],
      changes,
      author: head.commit.author,
      committer: merger,
      message,
    });
  }
  const origin = `${headOwnerOf(plan, scene)}/${plan.branch}`;
  const message = `Merge pull request #${plan.number} from ${origin}\n\n${plan.subject.pullTitle}`;
  return createRevision({ parents: [main, head], changes, author: merger, message });
}

/** What the pull request's records will need. */
export function describeBranch(branch: Branch): PullWork {
  invariant(branch.merge !== undefined, 'every branch was merged at least as a test');
  return {
    baseSha: branch.base.commit.sha,
    headSha: branch.head.commit.sha,
    firstSha: branch.first.commit.sha,
    changes: branch.edits.map((edit) => ({ path: edit.path, hunk: createDiffHunk(edit) })),
    corrected: branch.corrected,
    replacedSha: branch.replaced?.commit.sha,
    mergeSha: branch.merge.commit.sha,
  };
}

function branchOf(workshop: Workshop, number: number): Branch {
  const branch = workshop.branches.get(number);
  invariant(branch !== undefined, `the branch of pull request ${number} was opened`);
  return branch;
}
