import {
  createAboutPage,
  createDependencyFile,
  createFirstFiles,
  createGuide,
  createModule,
  type SourceFile,
} from '../git/first-files.ts';
import {
  createHistoryBuilder,
  createRevision,
  type GitHistory,
  type HistoryBuilder,
  type Revision,
  type Signature,
} from '../git/git-history.ts';
import type { DiffHunk, TextEdit } from '../git/text-edit.ts';
import { HOUR_MS, SECOND_MS } from '../timestamps.ts';
import type { Person } from '../world.ts';
import type { ReleasePlan } from './create-releases.ts';
import type { PullPlan, ThreadPlan } from './plan-threads.ts';
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

/** A commit on the default branch that names an issue in its message. */
interface CommitReference {
  readonly sha: string;
  readonly timeMs: number;
  readonly author: Person;
  readonly number: number;
}

/** A commit that went straight to the default branch, with the one change in it. */
interface MainChange {
  readonly sha: string;
  readonly timeMs: number;
  readonly path: string;
  readonly hunk: DiffHunk;
}

/** A repository's history, and what its threads need to know of it. */
export interface RepositoryWork {
  readonly history: GitHistory;
  readonly pulls: ReadonlyMap<number, PullWork>;
  readonly references: readonly CommitReference[];
  /** Commits that went straight to the default branch, oldest first. */
  readonly mainChanges: readonly MainChange[];
}

/** What is to happen in a repository, as far as git will notice. */
export interface GitPlans {
  readonly threads: readonly ThreadPlan[];
  readonly releases: readonly ReleasePlan[];
  readonly defaultBranch: string;
}

/** A pull request's branch while people work on it. */
export interface Branch {
  readonly plan: PullPlan;
  readonly base: Revision;
  readonly first: Revision;
  readonly edits: readonly TextEdit[];
  head: Revision;
  replaced: Revision | undefined;
  corrected: PullWork['corrected'];
  merge: Revision | undefined;
}

/** A repository in the making. */
export interface Workshop {
  readonly scene: Scene;
  readonly plans: GitPlans;
  readonly builder: HistoryBuilder;
  readonly branches: Map<number, Branch>;
  /** Paths that open branches have changed: nobody else touches them, so that every merge is clean. */
  readonly reserved: Set<string>;
  readonly references: CommitReference[];
  readonly mainChanges: MainChange[];
  /** Files of the default branch, in the order in which they came. */
  readonly paths: string[];
  /** The tip of the default branch. */
  main: Revision;
}

/** Makes the first commits: each component, a guide, and what it all stands on. */
export function openWorkshop(scene: Scene, plans: GitPlans): Workshop {
  const { theme, name, random, beginMs } = scene;
  const builder = createHistoryBuilder(plans.defaultBranch);
  const leader = leaderOf(scene);
  const firstFiles = createFirstFiles(theme, name);
  const first = createRevision({
    parents: [],
    changes: firstFiles,
    author: sign(leader, beginMs),
    message: 'Initial commit',
  });
  builder.add(first);
  const workshop: Workshop = {
    scene,
    plans,
    builder,
    branches: new Map(),
    reserved: new Set(),
    references: [],
    mainChanges: [],
    paths: firstFiles.map((file) => file.path),
    main: first,
  };
  const batches: (readonly [string, readonly SourceFile[]])[] = [
    ...theme.components.map(
      (component) => [`Add the ${component}`, createModule(theme, component, random)] as const,
    ),
    ['Write a guide', [createGuide(theme, random), createAboutPage(theme)]],
    ['List third-party packages', [createDependencyFile(random)]],
  ];
  batches.forEach(([message, changes], index) => {
    const timeMs = beginMs + (index + 1) * 5 * HOUR_MS;
    commitToMain(workshop, { person: random.pick(scene.maintainers), timeMs, changes, message });
  });
  return workshop;
}

interface MainCommit {
  readonly person: Person;
  readonly timeMs: number;
  readonly changes: readonly SourceFile[];
  readonly message: string;
}

/** Commits to the default branch. */
export function commitToMain(workshop: Workshop, { person, timeMs, changes, message }: MainCommit): Revision {
  const revision = createRevision({
    parents: [workshop.main],
    changes,
    author: sign(person, timeMs),
    message,
  });
  advanceMain(workshop, revision);
  return revision;
}

/** Makes a finished revision the tip of the default branch. */
export function advanceMain(workshop: Workshop, revision: Revision): void {
  const known = new Set(workshop.paths);
  const added = revision.commit.changes.map((change) => change.path).filter((path) => !known.has(path));
  workshop.paths.push(...added);
  workshop.builder.add(revision);
  workshop.main = revision;
}

const TIME_ZONES_MINUTES = [0, 60, 120, -300, 540, 330] as const;

/** A person's mark on a commit; everybody has a time zone of their own. */
export function sign(person: Person, timeMs: number): Signature {
  return {
    name: person.name ?? person.login,
    email: person.email,
    timeSeconds: Math.floor(timeMs / SECOND_MS),
    utcOffsetMinutes: TIME_ZONES_MINUTES[person.id % TIME_ZONES_MINUTES.length] ?? 0,
  };
}
