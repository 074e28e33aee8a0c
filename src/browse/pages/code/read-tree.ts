import type { GitRepository } from '../../../git/open-repository.ts';
import type { TreeEntry } from '../../../git/parse-tree.ts';
import { type Readme, readReadme } from '../../../git/read-readme.ts';
import type { Links } from '../../frame.ts';
import { type CodePlace, readCommits, type ShownCommit, toShownCommit } from './code-place.ts';

export interface ShownEntry extends TreeEntry {
  /** Null for folders and submodules. */
  readonly sizeBytes: number | null;
  /** The last commit that changed it; null if the limited search did not reach it. */
  readonly newest: Pick<ShownCommit, 'id' | 'subject' | 'committedAt'> | null;
}

/** A folder of a repository and the last commit that changed it. */
export interface TreeFacts {
  readonly place: CodePlace;
  readonly entries: readonly ShownEntry[];
  /** The number of all entries, of which only the first are shown. */
  readonly entryCount: number;
  readonly tip: ShownCommit | null;
  /** Null if counting takes too long. */
  readonly commitCount: number | null;
  readonly readme: Readme | null;
}

const MAX_ENTRIES = 2_000;

/** Reads a folder; undefined if the path is not one. */
export async function readTree(
  git: GitRepository,
  place: CodePlace,
  links: Links,
): Promise<TreeFacts | undefined> {
  const all = await git.folder(place.commit, place.path);
  if (all === undefined) {
    return undefined;
  }
  const sorted = all.toSorted(byKind).slice(0, MAX_ENTRIES);
  const [newest, sizes, tip, commitCount, readme] = await Promise.all([
    readNewestOf(git, place, links),
    Promise.all(sorted.map(async (entry) => sizeOf(git, entry))),
    readTip(git, place, links),
    place.path === '' ? git.countCommits({ from: place.commit }) : undefined,
    readReadme(git, place.path, all),
  ]);
  const entries = sorted.map((entry, index) => ({
    ...entry,
    sizeBytes: sizes[index] ?? null,
    newest: newest.get(entry.name) ?? null,
  }));
  return { place, entries, entryCount: all.length, tip, commitCount: commitCount ?? null, readme };
}

/** The last commit that changed a place; null if finding it takes too long. */
export async function readTip(
  git: GitRepository,
  { commit, path }: CodePlace,
  links: Links,
): Promise<ShownCommit | null> {
  const [id] = path === '' ? [commit] : await readLastCommit(git, commit, path);
  const found = id === undefined ? undefined : await git.commit(id);
  return found === undefined ? null : toShownCommit(found, links);
}

/** What was read for the page of the folder, which usually was shown before, is used again. */
async function readLastCommit(git: GitRepository, commit: string, path: string): Promise<readonly string[]> {
  const end = path.lastIndexOf('/');
  const newest = await git.knownNewest({ commit, folder: path.slice(0, Math.max(0, end)) });
  const id = newest?.get(path.slice(end + 1));
  return id === undefined ? (await git.log({ from: commit, path, skip: 0, limit: 1 })).ids : [id];
}

/** Reads the last commit of each entry of a folder, with the few properties that the page shows. */
async function readNewestOf(
  git: GitRepository,
  { commit, path }: CodePlace,
  links: Links,
): Promise<ReadonlyMap<string, ShownEntry['newest']>> {
  const idOf = await git.newest({ commit, folder: path });
  const commits = await readCommits(git, [...new Set(idOf.values())], links);
  const known = new Map(
    commits.map(({ id, subject, committedAt }) => [id, { id, subject, committedAt }] as const),
  );
  return new Map([...idOf].map(([name, id]) => [name, known.get(id) ?? null]));
}

/** Folders first, each kind by name. */
export function byKind(one: TreeEntry, other: TreeEntry): number {
  return Number(other.kind === 'folder') - Number(one.kind === 'folder') || compareText(one.name, other.name);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

async function sizeOf(git: GitRepository, { kind, id }: TreeEntry): Promise<number | null> {
  return kind === 'folder' || kind === 'submodule' ? null : ((await git.sizeOf(id)) ?? null);
}
