import { isUnreadable } from '../git/ask-git.ts';
import type { GitRepository } from '../git/open-repository.ts';
import type { CommitMessage } from '../git/search-messages.ts';
import {
  canFind,
  createTextTest,
  fulfils,
  type KeptType,
  plainTexts,
  requiredWords,
  wantedWords,
} from './kept-filter.ts';
import { readSearch } from './parse-search.ts';
import type { SearchNode, SearchQuery } from './search-query.ts';
import { makeSnippet, type SnippetPart } from './snippet.ts';

/** A commit whose message contains the words. */
export interface FoundCommit {
  readonly repo: string;
  readonly id: string;
  readonly subject: string;
  readonly author: string;
  readonly createdAt: string | null;
  readonly snippet: readonly SnippetPart[];
}

/** A file of a default branch whose path contains the words. */
export interface FoundPath {
  readonly repo: string;
  readonly ref: string;
  readonly path: string;
}

export interface Found<Hit> {
  readonly hits: readonly Hit[];
  /** False if there may be more: the time was up, the limit reached, or a repository cannot be read. */
  readonly isComplete: boolean;
}

export interface SearchedRepository {
  /** `owner/name`. */
  readonly repo: string;
  /** The branch whose files are searched, if the store knows it. */
  branch(): string | undefined;
  open(): GitRepository;
}

export interface CodeSearchOptions {
  readonly repositories: readonly SearchedRepository[];
  readonly nowMs: number;
  readonly limit: number;
  /** Ends the search, with what it found so far: the time limit. */
  readonly signal: AbortSignal;
  /** The names under which a person writes commits. */
  namesOf(login: string): readonly string[];
}

/** Searches the messages of commits of all branches, newest first. Fails with `search-refused`. */
export async function searchCommits(text: string, options: CodeSearchOptions): Promise<Found<FoundCommit>> {
  const query = readSearch(text, options.nowMs);
  const found = await searchEach<FoundCommit>(
    { type: 'commit', query },
    options,
    async (filter, { repo, open }, add) => {
      const holds = createTextTest(query.scopes);
      await open().searchMessages({
        texts: plainTexts(requiredWords(filter)),
        signal: options.signal,
        onCommit(commit) {
          const { subject, body } = splitMessage(commit);
          const texts = { title: subject, body, comment: null, file: null };
          const document = {
            type: 'commit' as const,
            repo,
            createdAt: commit.at,
            isBy: (login: string) => isBy(commit, options.namesOf(login)),
            holds: (words: Parameters<typeof holds>[0]) => holds(words, texts),
          };
          return !fulfils(filter, document) || add(toFound(commit, repo, filter));
        },
      });
      return true;
    },
  );
  const newestFirst = (one: FoundCommit, other: FoundCommit) =>
    (other.createdAt ?? '').localeCompare(one.createdAt ?? '');
  return { ...found, hits: found.hits.toSorted(newestFirst) };
}

/** Searches the paths of the files of default branches, shortest first. Fails with `search-refused`. */
export async function searchPaths(text: string, options: CodeSearchOptions): Promise<Found<FoundPath>> {
  const query = readSearch(text, options.nowMs);
  if (query.scopes.length > 0) {
    return { hits: [], isComplete: true }; // `in:` names texts of threads.
  }
  const found = await searchEach<FoundPath>(
    { type: 'path', query },
    options,
    async (filter, { repo, branch, open }, add) => {
      const found = await findDefault(branch(), open());
      if (found === undefined) {
        return true;
      }
      const { git, ref, commit } = found;
      const { paths, isCut } = await git.files(commit);
      for (const path of paths) {
        const lower = path.toLowerCase();
        const document = {
          type: 'path' as const,
          repo,
          path,
          createdAt: null,
          isBy: () => false,
          holds: ({ text: words }: { readonly text: string }) => lower.includes(words.toLowerCase()),
        };
        if (fulfils(filter, document) && !add({ repo, ref, path })) {
          break;
        }
      }
      return !isCut;
    },
  );
  return { ...found, hits: found.hits.toSorted((one, other) => one.path.length - other.path.length) };
}

/** Finds the commits whose id begins with these digits. */
export async function findCommits(
  digits: string,
  { repositories, limit, signal }: Pick<CodeSearchOptions, 'repositories' | 'limit' | 'signal'>,
): Promise<readonly Pick<FoundCommit, 'repo' | 'id'>[]> {
  const found: Pick<FoundCommit, 'repo' | 'id'>[] = [];
  for (const { repo, open } of repositories) {
    if (signal.aborted || found.length >= limit) {
      break;
    }
    const id = await open()
      .find(digits.toLowerCase())
      .catch((error: unknown) => ignoreUnreadable(error));
    if (id?.startsWith(digits.toLowerCase()) === true) {
      found.push({ repo, id });
    }
  }
  return found;
}

/** The default branch of a repository, or one in its place; undefined if there is none. */
export async function findDefault(branch: string | undefined, git: GitRepository) {
  const { head, branches } = await git.refs();
  const ref = [branch, head, ...branches.keys()].find((name) => name !== undefined && branches.has(name));
  const commit = ref === undefined ? undefined : await git.find(ref);
  return ref === undefined || commit === undefined ? undefined : { git, ref, commit };
}

type Add<Hit> = (hit: Hit) => boolean;

/** Searches repositories one after another; `look` returns whether it could search all of one. */
export async function searchEach<Hit>(
  { type, query }: { readonly type: KeptType; readonly query: SearchQuery },
  { repositories, limit, signal }: CodeSearchOptions,
  look: (filter: SearchNode, repository: SearchedRepository, add: Add<Hit>) => Promise<boolean>,
): Promise<Found<Hit>> {
  const { filter } = query;
  const hits: Hit[] = [];
  let isComplete = true;
  let isFull = false;
  const add = (hit: Hit) => {
    isFull ||= hits.length >= limit;
    if (!isFull) {
      hits.push(hit);
    }
    return !isFull;
  };
  for (const repository of repositories) {
    if (filter === undefined || !canFind(query, type, repository.repo)) {
      continue;
    }
    if (signal.aborted || isFull) {
      return { hits, isComplete: false };
    }
    try {
      isComplete = (await look(filter, repository, add)) && isComplete;
    } catch (error) {
      isComplete = false;
      if (!signal.aborted) {
        ignoreUnreadable(error);
      }
    }
  }
  return { hits, isComplete: isComplete && !isFull };
}

/** A repository that cannot be read is left out; its own pages show why. */
function ignoreUnreadable(error: unknown): undefined {
  if (!isUnreadable(error)) {
    throw error;
  }
}

function isBy({ author, email }: CommitMessage, names: readonly string[]): boolean {
  const local = email
    .toLowerCase()
    .replace(/@.*$/, '')
    .replace(/^\d+\+/, '');
  return names.some((name) => name.toLowerCase() === author.toLowerCase() || name.toLowerCase() === local);
}

function splitMessage({ message }: CommitMessage): { readonly subject: string; readonly body: string } {
  const end = message.indexOf('\n');
  return end < 0
    ? { subject: message, body: '' }
    : { subject: message.slice(0, end), body: message.slice(end + 1) };
}

function toFound(commit: CommitMessage, repo: string, filter: SearchNode): FoundCommit {
  const { id, author, at, message } = commit;
  return {
    ...{ repo, id, author, createdAt: at },
    subject: splitMessage(commit).subject,
    snippet: makeSnippet(message, wantedWords(filter)),
  };
}
