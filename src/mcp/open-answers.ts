import type { Clock } from '../base/clock.ts';
import { createGitLibrary, type GitLibrary } from '../git/open-repository.ts';
import { createReading, type Reading } from '../reading/open-reading.ts';
import type { FileFolders } from '../store/file-folders.ts';
import { createKeptRepositoryFinder } from '../store/kept-files.ts';
import type { Snapshot } from '../store/snapshot.ts';
import { openStore, type Store } from '../store/store.ts';

export interface AnswersOptions {
  /** The path of the store. */
  readonly store: string;
  /** The files of the store; undefined for a public copy, which has none. */
  readonly folders: FileFolders | undefined;
  readonly clock: Clock;
  readonly searchPath: string;
  readonly signal: AbortSignal;
}

/** Checked values of the parameters of a tool. */
export type ToolValues = Readonly<Record<string, string | number | undefined>>;

/** What the tools of an assistant read. */
export interface AnswerSources {
  readonly store: Store;
  readonly reading: Reading;
  readonly git: GitLibrary;
  readonly folders: FileFolders | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly findGit: ReturnType<typeof createKeptRepositoryFinder>;
  /** The snapshot that current answers are from. */
  readonly newest: Snapshot | undefined;
  close(): void;
}

/** Opens a store for an assistant. Fails like `openStore`. */
export function openAnswers({
  store: path,
  folders,
  clock,
  searchPath,
  signal,
}: AnswersOptions): AnswerSources {
  const store = openStore(path);
  const git = createGitLibrary({ searchPath, clock, signal });
  return {
    ...{ store, git, folders, clock, signal },
    reading: createReading(store.db),
    findGit: createKeptRepositoryFinder(store.db),
    newest: store.snapshots().at(-1),
    close() {
      git.close();
      store.close();
    },
  };
}
