import { invariant } from '../../../base/index.ts';
import {
  type Commit,
  createRevision,
  type FileChange,
  type GitHistory,
  type GitTag,
  type Revision,
  sign,
} from '../git/git-history.ts';
import { proposeCorrection, proposeEdit, proposeUpdate } from '../git/propose-edit.ts';
import { createBatches, createFirstFiles } from '../git/source-files.ts';
import { applyEdit, createDiffHunk, type DiffHunk, type TextEdit } from '../git/text-edit.ts';
import { createSubject, type Subject } from '../text/voice.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import type { ReleasePlan } from './create-releases.ts';
import { headOwnerOf, mergerOf, type PullPlan, type ThreadPlan } from './plan-threads.ts';
import { leaderOf, type Scene } from './scene.ts';

/** What git knows of a pull request. */
export interface PullWork {
  readonly baseSha: string;
  readonly headSha: string;
  /** The commit that was reviewed first. */
  readonly firstSha: string;
  /** The changes of that commit, one hunk a file. */
  readonly changes: readonly { readonly path: string; readonly hunk: DiffHunk }[];
  /** Path and line (in the new file) that a later commit reworded, if one did. */
  readonly corrected: { readonly path: string; readonly line: number } | undefined;
  /** The head before it was pushed over; in no repository any more. */
  readonly replacedSha: string | undefined;
  /** On the base branch where it was merged, else of a test merge. */
  readonly mergeSha: string;
}

/** A repository's history, and what its threads need to know of it. */
export interface RepositoryWork {
  readonly history: GitHistory;
  readonly pulls: ReadonlyMap<number, PullWork>;
  /** Commits on the default branch that name an issue in their message. */
  readonly references: readonly (MainCommit & { readonly author: Person; readonly number: number })[];
  /** Commits that went straight to the default branch, oldest first, with the one change in each. */
  readonly mainChanges: readonly (MainCommit & { readonly path: string; readonly hunk: DiffHunk })[];
}

interface MainCommit {
  readonly sha: string;
  readonly timeMs: number;
}

/** What is to happen in a repository, as far as git will notice. */
interface GitPlans {
  readonly threads: readonly ThreadPlan[];
  readonly releases: readonly ReleasePlan[];
  readonly defaultBranch: string;
}

/** Works through the plans in the order of time, commit by commit. */
export function simulateGit(scene: Scene, plans: GitPlans): RepositoryWork {
  const simulation = new GitSimulation(scene, plans);
  for (const { run } of simulation.planSteps().toSorted((a, b) => a.timeMs - b.timeMs)) {
    run();
  }
  return simulation.finish();
}

/** A pull request's branch while people work on it. */
interface Branch {
  readonly plan: PullPlan;
  readonly base: Revision;
  readonly first: Revision;
  readonly edits: readonly TextEdit[];
  head: Revision;
  corrected?: PullWork['corrected'];
  merge?: Revision;
}

class GitSimulation {
  readonly #scene: Scene;
  readonly #plans: GitPlans;
  readonly #branches: Branch[] = [];
  readonly #commits: Commit[] = [];
  readonly #tags: GitTag[] = [];
  /** Files of the default branch, in the order in which they came. */
  readonly #paths = new Set<string>();
  /** Paths that open branches have changed: no other branch touches them, so that every merge is clean. */
  readonly #reserved = new Set<string>();
  readonly #references: RepositoryWork['references'][number][] = [];
  readonly #mainChanges: RepositoryWork['mainChanges'][number][] = [];
  /** The tip of the default branch. */
  #main: Revision;

  /** Makes the first commits: each component, a guide, and the list of packages. */
  constructor(scene: Scene, plans: GitPlans) {
    this.#scene = scene;
    this.#plans = plans;
    const { theme, name, random, beginMs, maintainers } = scene;
    const changes = createFirstFiles(theme, name);
    const author = sign(leaderOf(scene), beginMs);
    this.#main = createRevision({ parents: [], changes, author, message: 'Initial commit' });
    this.#advanceMain(this.#main);
    createBatches(theme, random).forEach(([message, files], index) => {
      this.#commitToMain(random.pick(maintainers), beginMs + (index + 1) * 5 * HOUR_MS, files, message);
    });
  }

  planSteps(): readonly { readonly timeMs: number; readonly run: () => void }[] {
    const { beginMs, endMs, random } = this.#scene;
    const { threads, releases } = this.#plans;
    const directCount = Math.ceil(threads.length / 3) + 2;
    const directSpanMs = Math.max(0, endMs - beginMs - 3 * DAY_MS);
    return [
      ...Array.from({ length: directCount }, () => {
        const timeMs = beginMs + 2 * DAY_MS + Math.floor(random.next() * directSpanMs);
        return { timeMs, run: () => this.#commitDirectly(timeMs) };
      }),
      ...threads.flatMap((plan) => (plan.type === 'pull_request' ? this.#planPullSteps(plan) : [])),
      ...releases
        .filter((release) => !release.isDraft)
        .map((release) => ({ timeMs: release.timeMs, run: () => this.#tag(release) })),
    ];
  }

  finish(): RepositoryWork {
    const { defaultBranch } = this.#plans;
    const refs = [{ name: `refs/heads/${defaultBranch}`, sha: this.#main.commit.sha }];
    for (const branch of this.#branches) {
      const { plan, head } = branch;
      refs.push({ name: `refs/pull/${plan.number}/head`, sha: head.commit.sha });
      if (plan.fate === 'open') {
        branch.merge = this.#createMerge(branch, this.#scene.endMs);
        this.#commits.push(branch.merge.commit);
        refs.push({ name: `refs/pull/${plan.number}/merge`, sha: branch.merge.commit.sha });
      }
      if (plan.fate === 'open' && plan.fork === 'none') {
        refs.push({ name: `refs/heads/${plan.branch}`, sha: head.commit.sha });
      }
    }
    return {
      history: { defaultBranch, commits: this.#commits, refs, tags: this.#tags },
      pulls: new Map(this.#branches.map((branch) => [branch.plan.number, this.#describe(branch)])),
      references: this.#references,
      mainChanges: this.#mainChanges,
    };
  }

  #planPullSteps(plan: PullPlan) {
    const { createdMs, revisedMs, endMs } = plan;
    const open = () => void this.#branches.push(this.#openBranch(plan));
    const steps: { timeMs: number; run: () => void }[] = [{ timeMs: createdMs, run: open }];
    const branchOf = () => this.#branches.find((branch) => branch.plan === plan);
    if (revisedMs !== undefined) {
      steps.push({ timeMs: revisedMs, run: () => this.#revise(branchOf(), revisedMs) });
    }
    if (endMs !== undefined) {
      steps.push({ timeMs: endMs, run: () => this.#end(branchOf(), endMs) });
    }
    return steps;
  }

  #commitDirectly(timeMs: number): void {
    const { random, theme, maintainers } = this.#scene;
    const open = this.#plans.threads.filter(
      (plan) => plan.type === 'issue' && plan.createdMs < timeMs && (plan.closedMs ?? timeMs) >= timeMs,
    );
    const issue = open.length > 0 && random.chance(0.4) ? random.pick(open) : undefined;
    const subject = issue?.subject ?? createSubject(theme, random);
    const edit = proposeEdit(this.#editOptions(subject, `d${this.#mainChanges.length + 1}`));
    const author = random.pick(maintainers);
    const message = issue === undefined ? subject.pullTitle : `${subject.pullTitle}\n\nSee #${issue.number}.`;
    const changes = [{ path: edit.path, text: applyEdit(edit) }];
    const { sha } = this.#commitToMain(author, timeMs, changes, message).commit;
    this.#mainChanges.push({ sha, timeMs, path: edit.path, hunk: createDiffHunk(edit) });
    if (issue !== undefined) {
      this.#references.push({ sha, timeMs, author, number: issue.number });
    }
  }

  /** Makes the first commit of a pull request, on top of the default branch. */
  #openBranch(plan: PullPlan): Branch {
    const edits = this.#proposeEdits(plan);
    for (const { path } of edits) {
      this.#reserved.add(path);
    }
    const first = createRevision({
      parents: [this.#main],
      changes: changesOf(edits),
      author: sign(plan.author, plan.createdMs - 10 * MINUTE_MS),
      message: `${plan.subject.pullTitle}${plan.fixes === undefined ? '' : `\n\nFixes #${plan.fixes}`}`,
    });
    this.#commits.push(first.commit);
    return { plan, base: this.#main, first, edits, head: first };
  }

  #proposeEdits(plan: PullPlan): readonly TextEdit[] {
    const options = this.#editOptions(plan.subject, String(plan.number));
    const update = plan.author.isBot ? proposeUpdate(options) : undefined;
    if (update !== undefined) {
      return [update];
    }
    const edits = new Map<string, TextEdit>();
    for (let left = options.random.integer(1, 3); left > 0; left -= 1) {
      const edit = proposeEdit({ ...options, reserved: new Set([...this.#reserved, ...edits.keys()]) });
      edits.set(edit.path, edit);
    }
    return [...edits.values()];
  }

  #editOptions(subject: Subject, mark: string) {
    const { theme, random } = this.#scene;
    const { tree } = this.#main;
    return { tree, paths: [...this.#paths], reserved: this.#reserved, theme, subject, mark, random };
  }

  /** Adds a commit that rewords one line of the first. */
  #revise(branch: Branch | undefined, timeMs: number): void {
    const [edit] = branch?.edits ?? [];
    invariant(branch !== undefined && edit !== undefined, 'the branch was opened with a change');
    const correction = proposeCorrection(edit, applyEdit(edit), this.#scene);
    branch.head = createRevision({
      parents: [branch.head],
      changes: changesOf([correction]),
      author: sign(branch.plan.author, timeMs),
      message: 'Answer the review',
    });
    branch.corrected = { path: edit.path, line: correction.index + 1 };
    this.#commits.push(branch.head.commit);
  }

  /** Merges a branch, or sets it aside, and frees its files. */
  #end(branch: Branch | undefined, endMs: number): void {
    invariant(branch !== undefined, 'the branch was opened');
    branch.merge = this.#createMerge(branch, endMs);
    if (branch.plan.fate === 'merged') {
      this.#advanceMain(branch.merge);
    }
    for (const { path } of branch.edits) {
      this.#reserved.delete(path);
    }
  }

  /** No other branch has touched these files, so they simply replace the old ones. */
  #createMerge({ plan, head, edits }: Branch, timeMs: number): Revision {
    const texts = new Map(
      [...changesOf(edits), ...head.commit.changes].map(({ path, text }) => [path, text]),
    );
    const changes = [...texts].map(([path, text]) => ({ path, text }));
    const merger = sign(mergerOf(plan, this.#scene), timeMs);
    const { pullTitle } = plan.subject;
    if (plan.isSquashed) {
      const message = `${pullTitle} (#${plan.number})`;
      const { author } = head.commit;
      return createRevision({ parents: [this.#main], changes, author, committer: merger, message });
    }
    const origin = `${headOwnerOf(plan, this.#scene)}/${plan.branch}`;
    const message = `Merge pull request #${plan.number} from ${origin}\n\n${pullTitle}`;
    return createRevision({ parents: [this.#main, head], changes, author: merger, message });
  }

  #tag({ version, isPrerelease, author, timeMs }: ReleasePlan): void {
    const message = isPrerelease ? null : `${version}\n`;
    this.#tags.push({ name: version, sha: this.#main.commit.sha, message, tagger: sign(author, timeMs) });
  }

  #commitToMain(person: Person, timeMs: number, changes: readonly FileChange[], message: string): Revision {
    const author = sign(person, timeMs);
    return this.#advanceMain(createRevision({ parents: [this.#main], changes, author, message }));
  }

  #advanceMain(revision: Revision): Revision {
    for (const { path } of revision.commit.changes) {
      this.#paths.add(path);
    }
    this.#commits.push(revision.commit);
    this.#main = revision;
    return revision;
  }

  #describe({ plan, base, first, head, edits, corrected, merge = head }: Branch): PullWork {
    return {
      baseSha: base.commit.sha,
      headSha: head.commit.sha,
      firstSha: first.commit.sha,
      changes: edits.map((edit) => ({ path: edit.path, hunk: createDiffHunk(edit) })),
      corrected,
      replacedSha: plan.isForcePushed ? this.#scene.random.hex(40) : undefined,
      mergeSha: merge.commit.sha,
    };
  }
}

function changesOf(edits: readonly TextEdit[]): readonly FileChange[] {
  return edits.map((edit) => ({ path: edit.path, text: applyEdit(edit) }));
}
