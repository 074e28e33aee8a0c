import { isUtf8Name, unescapedName } from '../../base/byte-text.ts';
import { type AskGit, createFieldCutter, cutOf, pathValues } from '../ask-git.ts';
import type { CommitMonth } from '../commit-month.ts';
import type { Difference } from '../file-difference.ts';
import { READING_LIMITS } from '../git-limits.table.ts';
import { type BlamedLines, createBlameParser } from '../parse-blame.ts';
import { isObjectId } from '../ref-name.ts';
import { createDifferenceParser } from './parse-difference.ts';

/** Which commits of a history are meant; absent properties match all. */
export interface CommitFilter {
  /** Part of the message, in any case. */
  readonly message?: string | undefined;
  /** Parts of the name or the mail address of the author, in any case, of which one is enough. */
  readonly authors?: readonly string[] | undefined;
  /** Days of commits, `2024-05-31`, in UTC and included. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Selects a part of a history. */
export interface LogOptions extends CommitFilter {
  /** The commit at which the history starts, and one whose history is excluded. */
  readonly from: string;
  readonly without?: string | undefined;
  /** Only commits that changed something below this path. */
  readonly path?: string | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** Commit ids, newest first. */
export interface LogPart {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  readonly cut: Difference['cut'];
}

export async function readLog(ask: AskGit, options: LogOptions): Promise<LogPart> {
  const ids: string[] = [];
  const { input, stdin, paths } = pathValues(options.path ?? '');
  const values = {
    skip: options.skip,
    count: options.limit + 1,
    commits: historyOf(options),
    only: only(options),
    stdin,
    paths,
  };
  const ending = await ask({
    command: ['listCommits', values],
    input,
    onLine(line, channel) {
      if (channel === 'output' && isObjectId(line)) {
        ids.push(line);
      }
    },
  });
  const cut = cutOf(ending, 'the history of a repository', ids.length > 0);
  return { ids: ids.slice(0, options.limit), hasMore: ids.length > options.limit, cut };
}

/** The number of commits in a history; undefined if counting takes too long or objects are missing. */
export async function countCommits(
  ask: AskGit,
  options: Pick<LogOptions, 'from' | 'without'> & CommitFilter,
): Promise<number | undefined> {
  let count: number | undefined;
  const { status } = await ask({
    command: ['countCommits', { commits: historyOf(options), only: only(options) }],
    onLine(line, channel) {
      count = channel === 'output' && /^\d+$/.test(line) ? Number(line) : count;
    },
  });
  return status === 0 ? count : undefined;
}

/** Git takes the author and the message for texts, not for patterns. */
function only({ message, authors = [], since, until }: CommitFilter): readonly string[] {
  return [
    ...(authors.length === 0 && message === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case']),
    ...authors.map((author) => `--author=${author}`),
    ...(message === undefined ? [] : [`--grep=${message}`]),
    ...(since === undefined ? [] : [`--since=${since}T00:00:00Z`]),
    ...(until === undefined ? [] : [`--until=${until}T23:59:59Z`]),
  ];
}

/** The months of a history, newest commits first as far as git lists them in time. */
export async function countMonths(ask: AskGit, commit: string): Promise<readonly CommitMonth[]> {
  const months = new Map<string, { commits: number; readonly names: Set<string> }>();
  await ask({
    command: ['listAuthors', { commit }],
    onLine(line, channel) {
      const [, seconds = '', name = ''] = (channel === 'output' && /^(\d{1,11}) (.*)$/.exec(line)) || [];
      if (seconds !== '') {
        const month = new Date(Number(seconds) * 1000).toISOString().slice(0, 'YYYY-MM'.length);
        const counted = months.get(month) ?? { commits: 0, names: new Set() };
        counted.commits += 1;
        counted.names.add(name);
        months.set(month, counted);
      }
    },
  });
  return [...months]
    .map(([month, { commits, names }]) => ({ month, commits, authors: names.size }))
    .sort((one, other) => (one.month < other.month ? -1 : 1));
}

function historyOf({ from, without }: Pick<LogOptions, 'from' | 'without'>): readonly string[] {
  return [from, ...(without === undefined ? [] : [`^${without}`])];
}

/** The newest common ancestor of two commits; undefined if there is none. */
export async function findMergeBase(
  ask: AskGit,
  [one, other]: readonly [string, string],
): Promise<string | undefined> {
  let base: string | undefined;
  await ask({
    command: ['findMergeBase', { one, other }],
    onLine(line, channel) {
      base ??= channel === 'output' && isObjectId(line) ? line : undefined;
    },
  });
  return base;
}

export interface DifferenceOptions {
  /** Undefined to compare with an empty tree, as for a first commit. */
  readonly from: string | undefined;
  readonly to: string;
  /** Whether lines that only differ in whitespace count as equal (default: false). */
  readonly ignoresWhitespace?: boolean;
}

/** The values of a diff in the table of calls. */
export function differenceValues({ from, to, ignoresWhitespace = false }: DifferenceOptions) {
  return {
    whitespace: ignoresWhitespace ? ['-w'] : [],
    commits: from === undefined ? [to] : [from, to],
  };
}

export async function readDifference(ask: AskGit, options: DifferenceOptions): Promise<Difference> {
  const parser = createDifferenceParser();
  let isEmpty = true;
  const ending = await ask({
    command: ['readDifference', differenceValues(options)],
    maxOutputBytes: READING_LIMITS.diffBytes,
    onOutput(chunk) {
      isEmpty = false;
      parser.push(chunk);
    },
  });
  return parser.end(cutOf(ending, 'a diff', !isEmpty));
}

/** Counts the files that differ; undefined if git did not finish. */
export async function countChangedFiles(
  ask: AskGit,
  options: DifferenceOptions,
): Promise<number | undefined> {
  let count = 0;
  const { status } = await ask({
    command: ['listChangedFiles', differenceValues(options)],
    onLine(line, channel) {
      count += channel === 'output' && line !== '' ? 1 : 0;
    },
  });
  return status === 0 ? count : undefined;
}

/** The commits that last changed the lines of a file. After a timeout, `groups` may be incomplete. */
export interface Blame {
  readonly groups: readonly BlamedLines[];
  /** With `name`, git cannot be asked, since the path is not UTF-8. */
  readonly cut: Difference['cut'] | 'name';
}

export async function readBlame(
  ask: AskGit,
  { commit, path }: { readonly commit: string; readonly path: string },
): Promise<Blame> {
  const name = unescapedName(path);
  if (!isUtf8Name(name)) {
    return { groups: [], cut: 'name' };
  }
  const parser = createBlameParser();
  let hasAny = false;
  const ending = await ask({
    command: ['blame', { commit, path: name }],
    onLine(line, channel) {
      if (channel === 'output') {
        hasAny = true;
        parser.takeLine(line);
      }
    },
  });
  return { groups: parser.end(), cut: cutOf(ending, 'the blame of a file', hasAny) };
}

/** The paths of all files of a commit, in git's order. */
export interface FileList {
  readonly paths: readonly string[];
  readonly isCut: boolean;
}

export async function listFiles(ask: AskGit, commit: string): Promise<FileList> {
  const paths: string[] = [];
  let count = 0;
  const ending = await ask({
    command: ['listFiles', { commit }],
    onOutput: createFieldCutter((path) => {
      count += 1;
      if (count <= READING_LIMITS.files) {
        paths.push(path);
      }
    }),
  });
  const cut = cutOf(ending, 'the files of a commit', paths.length > 0);
  return { paths, isCut: cut !== null || count > READING_LIMITS.files };
}

/** The folder to search. */
export interface NewestOptions {
  readonly commit: string;
  /** Within the repository; `''` is the root. */
  readonly folder: string;
}

/**
 * The newest commit for each name in a folder, among the last commits that changed the folder.
 * Names that only changed earlier are omitted, as are those that git did not report in time.
 */
export async function readNewest(
  ask: AskGit,
  { commit, folder }: NewestOptions,
): Promise<ReadonlyMap<string, string>> {
  const newest = new Map<string, string>();
  const start = folder === '' ? '' : `${folder}/`;
  const { input, stdin, paths } = pathValues(folder);
  let at = '';
  let isName = false;
  await ask({
    command: ['readNewest', { commit, stdin, paths }],
    input,
    timeoutMs: READING_LIMITS.newestMs,
    onOutput: createFieldCutter((field) => {
      if (isName) {
        isName = false;
        const name = field.startsWith(start) ? field.slice(start.length).split('/', 1)[0] : undefined;
        if (name !== undefined && !newest.has(name)) {
          newest.set(name, at);
        }
      } else if (isObjectId(field)) {
        at = field;
      } else {
        isName = true; // The header of a file, `:100644 …`: its name follows.
      }
    }),
  });
  return newest;
}
