import { invariant } from '../../../base/failure.ts';
import {
  type Commit,
  createRevision,
  EMPTY_TREE,
  type FileChange,
  type GitTag,
  type Revision,
  sign,
} from '../git/git-history.ts';
import { proposeCorrection, proposeEdit, proposeUpdate } from '../git/propose-edit.ts';
import { createBatches, createFirstFiles } from '../git/source-files.ts';
import { applyEdit, createDiffHunk, type TextEdit } from '../git/text-edit.ts';
import { createSubject, type Subject } from '../text/text-writer.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import { headOwnerOf, mergerOf, type PullPlan, type ThreadPlan } from './plan-threads.ts';
import { leaderOf, type Project, type ReleasePlan } from './project.ts';
import { changesOf, type PullWork, type RepositoryWork } from './repository-work.ts';

/** A commit considers at most this many threads and files. Tests and samples have fewer. */
export const MAX_CONSIDERED = 400;

/** Creates the commits of all plans in the order of time. */
export function simulateGit(
  project: Project,
  threads: readonly ThreadPlan[],
  releases: readonly ReleasePlan[],
): RepositoryWork {
  const simulation = new GitSimulation(project, threads);
  for (const { run } of simulation.planSteps(releases).toSorted((a, b) => a.timeMs - b.timeMs)) {
    run();
  }
  return simulation.finish();
}

interface Branch {
  readonly plan: PullPlan;
  readonly baseSha: string;
  readonly firstSha: string;
  readonly edits: readonly TextEdit[];
  readonly changes: readonly FileChange[];
  /** Without its files once the branch has ended. */
  head: Revision;
  corrected?: PullWork['corrected'];
  merge?: Commit;
}

class GitSimulation {
  readonly #project: Project;
  readonly #threads: readonly ThreadPlan[];
  readonly #branches = new Map<number, Branch>();
  readonly #commits: Commit[] = [];
  readonly #tags: GitTag[] = [];
  /** Files of the default branch, oldest first. */
  readonly #paths = new Set<string>();
  readonly #pathList: string[] = [];
  /** How many threads were begun. */
  #begun = 0;
  /** Paths that open branches have changed. Other branches do not change them, which prevents conflicts. */
  readonly #reserved = new Set<string>();
  readonly #references: RepositoryWork['references'][number][] = [];
  readonly #mainChanges: RepositoryWork['mainChanges'][number][] = [];
  /** The tip of the default branch. */
  #main: Revision;

  constructor(project: Project, threads: readonly ThreadPlan[]) {
    this.#project = project;
    this.#threads = threads;
    const { theme, name, random, beginMs, maintainers } = project;
    const changes = createFirstFiles(theme, name);
    const author = sign(leaderOf(project), beginMs);
    this.#main = createRevision({ parents: [], changes, author, message: 'Initial commit' });
    this.#advanceMain(this.#main);
    createBatches(theme, random).forEach(([message, files], index) => {
      this.#commitToMain(random.pick(maintainers), beginMs + (index + 1) * 5 * HOUR_MS, files, message);
    });
  }

  planSteps(
    releases: readonly ReleasePlan[],
  ): readonly { readonly timeMs: number; readonly run: () => void }[] {
    const { beginMs, endMs, random } = this.#project;
    const directCount = Math.ceil(this.#threads.length / 3) + 2;
    const directSpanMs = Math.max(0, endMs - beginMs - 3 * DAY_MS);
    return [
      ...Array.from({ length: directCount }, () => {
        const timeMs = beginMs + 2 * DAY_MS + Math.floor(random.next() * directSpanMs);
        return { timeMs, run: () => this.#commitDirectly(timeMs) };
      }),
      ...this.#threads.flatMap((plan) => (plan.type === 'pull_request' ? this.#planPullSteps(plan) : [])),
      ...releases
        .filter((release) => !release.isDraft)
        .map((release) => ({ timeMs: release.timeMs, run: () => this.#tag(release) })),
    ];
  }

  finish(): RepositoryWork {
    const { defaultBranch } = this.#project;
    const refs = [{ name: `refs/heads/${defaultBranch}`, sha: this.#main.commit.sha }];
    for (const branch of this.#branches.values()) {
      const { plan, head } = branch;
      refs.push({ name: `refs/pull/${plan.number}/head`, sha: head.commit.sha });
      if (plan.fate === 'open') {
        branch.merge = this.#createMerge(branch, this.#project.endMs).commit;
        this.#commits.push(branch.merge);
        refs.push({ name: `refs/pull/${plan.number}/merge`, sha: branch.merge.sha });
      }
      if (plan.fate === 'open' && plan.fork === 'none') {
        refs.push({ name: `refs/heads/${plan.branch}`, sha: head.commit.sha });
      }
    }
    return {
      history: { defaultBranch, commits: this.#commits, refs, tags: this.#tags },
      pulls: new Map(Array.from(this.#branches, ([number, branch]) => [number, this.#describe(branch)])),
      references: this.#references,
      mainChanges: this.#mainChanges,
    };
  }

  #planPullSteps(plan: PullPlan): readonly { readonly timeMs: number; readonly run: () => void }[] {
    const { createdMs: timeMs, revisedMs, endMs } = plan;
    return [
      { timeMs, run: () => this.#openBranch(plan) },
      ...(revisedMs === undefined ? [] : [{ timeMs: revisedMs, run: () => this.#revise(plan, revisedMs) }]),
      ...(endMs === undefined ? [] : [{ timeMs: endMs, run: () => this.#end(plan, endMs) }]),
    ];
  }

  #branchOf(plan: PullPlan): Branch {
    const branch = this.#branches.get(plan.number);
    invariant(branch !== undefined, 'the branch was opened');
    return branch;
  }

  #commitDirectly(timeMs: number): void {
    const { random, theme, maintainers } = this.#project;
    const open = this.#threadsBefore(timeMs).filter(
      (plan) => plan.type === 'issue' && (plan.closedMs ?? timeMs) >= timeMs,
    );
    const issue = open.length > 0 && random.chance(0.4) ? random.pick(open) : undefined;
    const subject = issue?.subject ?? createSubject(theme, random);
    const edit = proposeEdit(this.#editOptions(subject, `d${this.#mainChanges.length + 1}`));
    const author = random.pick(maintainers);
    const message = issue === undefined ? subject.pullTitle : `${subject.pullTitle}\n\nSee #${issue.number}.`;
    const { sha } = this.#commitToMain(author, timeMs, changesOf([edit]), message).commit;
    this.#mainChanges.push({ sha, timeMs, path: edit.path, hunk: createDiffHunk(edit) });
    if (issue !== undefined) {
      this.#references.push({ sha, timeMs, author, number: issue.number });
    }
  }

  /** The last threads before a moment; they are in the order of time, and so are the moments. */
  #threadsBefore(timeMs: number): readonly ThreadPlan[] {
    while ((this.#threads[this.#begun]?.createdMs ?? timeMs) < timeMs) {
      this.#begun += 1;
    }
    return this.#threads.slice(Math.max(0, this.#begun - MAX_CONSIDERED), this.#begun);
  }

  /** Creates the first commit of a pull request on the default branch. */
  #openBranch(plan: PullPlan): void {
    const edits = this.#proposeEdits(plan);
    for (const { path } of edits) {
      this.#reserved.add(path);
    }
    const changes = changesOf(edits);
    const first = createRevision({
      parents: [this.#main],
      changes,
      author: sign(plan.author, plan.createdMs - 10 * MINUTE_MS),
      message: `${plan.subject.pullTitle}${plan.fixes === undefined ? '' : `\n\nFixes #${plan.fixes}`}`,
    });
    this.#commits.push(first.commit);
    this.#branches.set(plan.number, {
      plan,
      baseSha: this.#main.commit.sha,
      firstSha: first.commit.sha,
      edits,
      changes,
      head: first,
    });
  }

  #proposeEdits(plan: PullPlan): readonly TextEdit[] {
    const options = this.#editOptions(plan.subject, String(plan.number));
    const update = plan.author.isBot ? proposeUpdate(options) : undefined;
    if (update !== undefined) {
      return [update];
    }
    const edits = new Map<string, TextEdit>();
    for (let left = options.random.integer(1, 3); left > 0; left -= 1) {
      const isReserved = (path: string) => edits.has(path) || this.#reserved.has(path);
      const edit = proposeEdit({ ...options, isReserved });
      edits.set(edit.path, edit);
    }
    return [...edits.values()];
  }

  #editOptions(subject: Subject, mark: string) {
    const { theme, random } = this.#project;
    return {
      tree: this.#main.tree,
      paths: this.#somePaths(),
      isReserved: (path: string) => this.#reserved.has(path),
      theme,
      subject,
      mark,
      random,
    };
  }

  /** The files that are changed: the first and the last ones. */
  #somePaths(): readonly string[] {
    const paths = this.#pathList;
    return paths.length <= MAX_CONSIDERED
      ? paths
      : [...paths.slice(0, MAX_CONSIDERED / 2), ...paths.slice(-MAX_CONSIDERED / 2)];
  }

  /** Adds a commit that changes one line of the first. */
  #revise(plan: PullPlan, timeMs: number): void {
    const branch = this.#branchOf(plan);
    const [edit] = branch.edits;
    invariant(edit !== undefined, 'the branch was opened with a change');
    const correction = proposeCorrection(edit, applyEdit(edit), this.#project);
    branch.head = createRevision({
      parents: [branch.head],
      changes: changesOf([correction]),
      author: sign(plan.author, timeMs),
      message: 'Answer the review',
    });
    branch.corrected = { path: edit.path, line: correction.index + 1 };
    this.#commits.push(branch.head.commit);
  }

  /** Merges a branch unless it was closed, and releases its files. */
  #end(plan: PullPlan, endMs: number): void {
    const branch = this.#branchOf(plan);
    const merge = this.#createMerge(branch, endMs);
    branch.merge = merge.commit;
    branch.head = { ...branch.head, tree: EMPTY_TREE };
    if (plan.fate === 'merged') {
      this.#advanceMain(merge);
    }
    for (const { path } of branch.edits) {
      this.#reserved.delete(path);
    }
  }

  /** Other branches do not change these files, so they replace the old ones. */
  #createMerge({ plan, head, ...branch }: Branch, timeMs: number): Revision {
    const changed = [...branch.changes, ...head.commit.changes];
    const changes = [...new Map(changed.map((change) => [change.path, change])).values()];
    const [merger, { pullTitle }] = [sign(mergerOf(plan, this.#project), timeMs), plan.subject];
    if (plan.isSquashed) {
      const message = `${pullTitle} (#${plan.number})`;
      const people = { author: head.commit.author, committer: merger };
      return createRevision({ parents: [this.#main], changes, ...people, message });
    }
    const origin = `${headOwnerOf(plan, this.#project)}/${plan.branch}`;
    const message = `Merge pull request #${plan.number} from ${origin}\n\n${pullTitle}`;
    return createRevision({ parents: [this.#main, head], changes, author: merger, message });
  }

  #tag({ version: name, isPrerelease, author, timeMs }: ReleasePlan): void {
    const message = isPrerelease ? null : `${name}\n`;
    this.#tags.push({ name, sha: this.#main.commit.sha, message, tagger: sign(author, timeMs) });
  }

  #commitToMain(person: Person, timeMs: number, changes: readonly FileChange[], message: string): Revision {
    const commit = { parents: [this.#main], changes, author: sign(person, timeMs), message };
    return this.#advanceMain(createRevision(commit));
  }

  #advanceMain(revision: Revision): Revision {
    for (const { path } of revision.commit.changes) {
      if (!this.#paths.has(path)) {
        this.#paths.add(path);
        this.#pathList.push(path);
      }
    }
    this.#commits.push(revision.commit);
    this.#main = revision;
    return revision;
  }

  #describe({ plan, baseSha, firstSha, head, edits, corrected, merge = head.commit }: Branch): PullWork {
    return {
      baseSha,
      headSha: head.commit.sha,
      firstSha,
      changes: edits.map((edit) => ({ path: edit.path, hunk: createDiffHunk(edit) })),
      corrected,
      replacedSha: plan.isForcePushed ? this.#project.random.hex(40) : undefined,
      mergeSha: merge.sha,
    };
  }
}
