import type { Clock } from '../base/clock.ts';
import { diffLines } from '../base/diff-lines.ts';
import { RecentValues } from '../base/recent-values.ts';
import { createAskGit, createGate, type Gate, type KeptOutputs, streamGit } from './ask-git.ts';
import type { CommitMonth } from './commit-month.ts';
import type { Difference, FileDifference } from './file-difference.ts';
import { type FileText, readFileText } from './file-text.ts';
import type { GitCommand } from './git-calls.table.ts';
import { READING_LIMITS } from './git-limits.table.ts';
import { type LineHistory, type LineRange, readLineHistory } from './line-history.ts';
import { requireOwnRepository } from './own-repository.ts';
import { createFileCollector } from './reading/collect-file.ts';
import { createObjectProcess } from './reading/object-process.ts';
import {
  type Blame,
  type CommitFilter,
  countChangedFiles,
  countCommits,
  countMonths,
  type DifferenceOptions,
  differenceValues,
  type FileList,
  findMergeBase,
  type LogOptions,
  type LogPart,
  listFiles,
  type NewestOptions,
  readBlame,
  readDifference,
  readLog,
  readNewest,
} from './reading/read-history.ts';
import { createObjectReader, type ObjectReader } from './reading/read-objects.ts';
import { type ContainingRefs, findContaining, type Refs, readRefs } from './reading/read-refs.ts';
import { isObjectId, isRefName } from './ref-name.ts';
import { type FileSearchOptions, searchFiles } from './search-files.ts';
import { type MessageOptions, searchMessages } from './search-messages.ts';

/** A bare repository opened for reading. Commits are given by full ids, which `find` determines. */
export interface GitRepository extends ObjectReader {
  refs(): Promise<Refs>;
  /** Resolves a branch, a tag, a full ref, `HEAD`, an id or an abbreviated id to a commit. */
  find(name: string): Promise<string | undefined>;
  /** The branches and tags whose history has a commit. */
  containing(commit: string): Promise<ContainingRefs>;
  log(options: LogOptions): Promise<LogPart>;
  /** The newest commit for each name in a folder, as far as a short search finds it. */
  newest(options: NewestOptions): Promise<ReadonlyMap<string, string>>;
  /** The same if it was asked for not long ago. */
  knownNewest(options: NewestOptions): Promise<ReadonlyMap<string, string>> | undefined;
  /** Reads the messages of all commits; see `searchMessages`. */
  searchMessages(options: MessageOptions): Promise<void>;
  /** Finds lines of the files of a commit; see `searchFiles`. */
  searchFiles(options: FileSearchOptions): Promise<boolean>;
  countCommits(options: Pick<LogOptions, 'from' | 'without'> & CommitFilter): Promise<number | undefined>;
  /** The commits and their authors by month, as far as git lists them in time. */
  countMonths(commit: string): Promise<readonly CommitMonth[]>;
  mergeBase(one: string, other: string): Promise<string | undefined>;
  difference(options: DifferenceOptions): Promise<Difference>;
  /** The number of files that differ; undefined if git did not finish. */
  countChangedFiles(options: DifferenceOptions): Promise<number | undefined>;
  blame(options: { readonly commit: string; readonly path: string }): Promise<Blame>;
  /** The commits that changed a range of lines. */
  lineHistory(range: LineRange): Promise<LineHistory>;
  files(commit: string): Promise<FileList>;
  /** The bytes of a file. */
  streamBlob(id: string): ReadableStream<Uint8Array>;
  /** The files of a commit as a ZIP file, below a folder whose name ends in a slash. */
  streamArchive(options: { readonly commit: string; readonly prefix: string }): ReadableStream<Uint8Array>;
  /** A diff in the format of git. */
  streamDifference(options: DifferenceOptions): ReadableStream<Uint8Array>;
  /** Commits as emails for `git am`. */
  streamPatches(options: DifferenceOptions): ReadableStream<Uint8Array>;
  /** Ends the object process unless it is busy; the repository stays usable. */
  rest(): void;
  close(): void;
}

export interface OpenRepositoryOptions extends GitLibraryOptions {
  readonly directory: string;
  /** Of a repository that is updated: changes with its refs. */
  readonly state?: string | undefined;
  readonly gate: Gate;
  readonly kept: KeptOutputs;
}

/** Opens a repository for reading. No process is started before the first request. */
function openRepository(options: OpenRepositoryOptions): GitRepository {
  const { directory, searchPath, signal, gate, kept } = options;
  // Stored repositories are immutable: other content is stored in another folder. Clones are opened again in each state.
  const open = onceUnlessFailed(() => requireOwnRepository(directory));
  const process = createObjectProcess({ open, searchPath, clock: options.clock });
  const objects = createObjectReader(process);
  const ask = createAskGit(
    {
      directory: `${directory}${options.state ?? ''}`,
      open,
      searchPath,
      signal,
      timeoutMs: options.runMs ?? READING_LIMITS.runMs,
    },
    gate,
    kept,
  );
  const refs = onceUnlessFailed(() => readRefs(directory, ask));
  const newest = new RecentValues<Promise<ReadonlyMap<string, string>>>({
    maxWeight: READING_LIMITS.newestNames,
  });
  const keyOf = ({ commit, folder }: NewestOptions) => `${commit} ${folder}`;
  const stream = (command: GitCommand) =>
    streamGit(async () => ({ repository: await open(), searchPath, signal, command }), gate);
  return {
    ...objects,
    refs,
    find: async (name) => findCommit(name, await refs(), objects),
    containing: (commit) => findContaining(ask, commit),
    log: (options) => readLog(ask, options),
    async newest(options) {
      const reading = readNewest(ask, options);
      const found = await reading;
      newest.set(keyOf(options), reading, found.size + 1);
      return found;
    },
    knownNewest: (options) => newest.get(keyOf(options)),
    searchMessages: (options) => searchMessages(ask, options),
    searchFiles: (options) => searchFiles(ask, options),
    countCommits: (options) => countCommits(ask, options),
    countMonths: (commit) => countMonths(ask, commit),
    mergeBase: (one, other) => findMergeBase(ask, [one, other]),
    difference: async (options) =>
      compareWideFiles(await readDifference(ask, options), objects.blob, options.ignoresWhitespace),
    countChangedFiles: (options) => countChangedFiles(ask, options),
    blame: (options) => readBlame(ask, options),
    lineHistory: (range) => readLineHistory(ask, range),
    files: (commit) => listFiles(ask, commit),
    streamBlob: (id) => stream(['streamBlob', { id }]),
    streamArchive: ({ commit, prefix }) => stream(['archive', { prefix, tree: `${commit}^{tree}` }]),
    streamDifference: (options) => stream(['streamDifference', differenceValues(options)]),
    streamPatches: ({ from, to }) =>
      stream(['streamPatches', { range: from === undefined ? to : `${from}..${to}` }]),
    rest: process.rest,
    close: process.close,
  };
}

/** Repeats a work until it has succeeded once. */
function onceUnlessFailed<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let known: Promise<Result> | undefined;
  return () => {
    known ??= work().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function findCommit(name: string, refs: Refs, objects: ObjectReader): Promise<string | undefined> {
  const headId = refs.detachedAt ?? refs.branches.get(refs.head ?? '');
  const named = refs.branches.get(name) ?? refs.tags.get(name) ?? (name === 'HEAD' ? headId : undefined);
  if (named !== undefined) {
    return objects.findCommit(named);
  }
  if (isRefName(name)) {
    return objects.findCommit(name);
  }
  return isObjectId(name) || /^[0-9a-f]{4,63}$/.test(name) ? objects.findCommit(name) : undefined;
}

/** Opens repositories on request. */
export interface GitLibrary {
  /** The state of a repository that is updated changes with its refs. */
  open(directory: string, state?: string): GitRepository;
  close(): void;
}

export interface GitLibraryOptions {
  /** The directories to search for git, as in `PATH`. */
  readonly searchPath: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** The time limit of one run of git; ten seconds by default. */
  readonly runMs?: number | undefined;
}

/** Creates a library that limits the number of open repositories and of concurrent git runs. */
export function createGitLibrary(options: GitLibraryOptions): GitLibrary {
  const gate = createGate(READING_LIMITS.runs);
  const kept: KeptOutputs = new RecentValues({ maxWeight: READING_LIMITS.keptBytes });
  const opened = new RecentValues<GitRepository>({
    maxWeight: READING_LIMITS.openProcesses,
    onForget: (repository) => repository.rest(),
  });
  return {
    open(directory, state) {
      const make = () => openRepository({ ...options, directory, state, gate, kept });
      return opened.getOrMake(`${directory}${state ?? ''}`, make);
    },
    close() {
      for (const repository of opened.values()) {
        repository.close();
      }
    },
  };
}

/**
 * Compares the files of a diff that git takes for binary, but that are texts in UTF-16, whose ASCII characters contain
 * null bytes.
 */
async function compareWideFiles(
  difference: Difference,
  blob: ObjectReader['blob'],
  ignoresWhitespace = false,
): Promise<Difference> {
  const files: FileDifference[] = [];
  let binaryFiles = 0;
  for (const file of difference.files) {
    binaryFiles += Number(file.isBinary);
    const isRead = file.isBinary && file.kind === 'file' && binaryFiles <= READING_LIMITS.diffBinaryFiles;
    files.push(isRead ? await compareWideFile(file, blob, ignoresWhitespace) : file);
  }
  return { ...difference, files };
}

async function compareWideFile(
  file: FileDifference,
  blob: ObjectReader['blob'],
  ignoresWhitespace: boolean,
): Promise<FileDifference> {
  const texts: FileText[] = [];
  for (const id of [file.oldId, file.newId]) {
    const bytes =
      id === null
        ? Buffer.alloc(0)
        : (await blob(id, READING_LIMITS.diffBinaryBytes).catch(() => undefined))?.bytes;
    const read = bytes === undefined ? undefined : readFileText(bytes);
    if (read === undefined) {
      return file;
    }
    texts.push(read);
  }
  const [old, fresh] = texts.map(({ text }) => text.replace(/\r?\n$/, ''));
  const collector = createFileCollector();
  const hunks = diffLines(old ?? '', fresh ?? '', { ignoresWhitespace });
  for (const { beforeStart, beforeCount, afterStart, afterCount, lines } of hunks) {
    collector.takeHead(`@@ -${beforeStart},${beforeCount} +${afterStart},${afterCount} @@`);
    for (const line of lines) {
      collector.takeLine(line, true);
    }
  }
  const encoding = texts.findLast((text) => text.encoding !== null)?.encoding ?? null;
  return { ...file, ...collector.end(), encoding };
}
