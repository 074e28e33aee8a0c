import type { Clock } from '../../../base/clock.ts';
import { isOwnedBy } from '../../../model/accounts.ts';
import type { FoundAttachment } from '../../../search/search-attachments.ts';
import {
  type CodeSearchOptions,
  type Found,
  type FoundCommit,
  type FoundPath,
  findCommits,
  type SearchedRepository,
  searchCommits,
  searchPaths,
} from '../../../search/search-code.ts';
import { type FoundFile, searchLines } from '../../../search/search-lines.ts';
import type { Sources } from '../../sources.ts';
import { requireGit } from '../code/code-place.ts';

/** What a search finds in git data and attached files, none of which has an index. */
export interface KeptHits {
  readonly commits: Found<FoundCommit>;
  readonly paths: Found<FoundPath>;
  readonly code: Found<FoundFile>;
  readonly attachments: Found<FoundAttachment>;
}

const NOTHING = { hits: [], isComplete: true } as const;

export const NO_KEPT_HITS: KeptHits = {
  ...{ commits: NOTHING, paths: NOTHING, code: NOTHING, attachments: NOTHING },
};

/**
 * The limits of a search that names the type of its results, and of one that finds them besides threads: of little git data it
 * hardly takes longer, and then the answer is whole.
 */
const LIMITS = {
  named: { limit: 500, maxMs: 8_000 },
  besides: { limit: 100, maxMs: 500 },
  besidesLittle: { limit: 100, maxMs: 3_000 },
} as const;

/** So few and small repositories are little git data. */
const LITTLE = { repositories: 8, sizeBytes: 32 * 1024 * 1024 } as const;

interface KeptSearchOptions {
  readonly query: string;
  /** Whether the query names the type of its results. */
  readonly isNamed: boolean;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
}

/** Searches the git data and the attached files. Fails with `search-refused`. */
export async function readKept(
  sources: Sources,
  { query, isNamed, signal }: KeptSearchOptions,
): Promise<KeptHits> {
  const { store, clock } = sources;
  const { limit, maxMs } =
    LIMITS[isNamed ? 'named' : (await hasLittleGit(sources)) ? 'besidesLittle' : 'besides'];
  const nowMs = clock.now();
  const minute = Math.floor(nowMs / 60_000);
  const searchCode = async (stop: AbortSignal) => {
    const options = await optionsOf(sources, { nowMs, limit, signal: stop });
    const [commits, paths, code] = await Promise.all([
      searchCommits(query, options),
      searchPaths(query, options),
      searchLines(query, options),
    ]);
    return { commits, paths, code };
  };
  const inGit = store.shareSearch(
    `code ${limit} ${minute} ${query}`,
    (stop) => withTimeLimit(maxMs, clock, (late) => searchCode(AbortSignal.any([stop, late]))),
    signal,
  );
  const attachments = store.attachedTexts(query, { nowMs, limit }, signal);
  const inTime = isNamed ? attachments : within(attachments, maxMs, clock);
  const [found, attached] = await Promise.all([inGit, inTime]);
  return { ...found, attachments: attached ?? { hits: [], isComplete: false } };
}

async function hasLittleGit(sources: Sources): Promise<boolean> {
  const repositories = await ownRepositories(sources);
  const sizes = () => repositories.map((repo) => sources.store.gitPlace(repo, false)?.sizeBytes ?? 0);
  return (
    repositories.length <= LITTLE.repositories &&
    sizes().reduce((sum, size) => sum + size, 0) <= LITTLE.sizeBytes
  );
}

/** A full or abbreviated commit id. Shorter digits are rather numbers or words. */
const COMMIT_ID = /^[0-9a-f]{7,64}$/i;

/** The commits with this id or beginning of an id; empty for any other text. */
export async function findCommitsById(
  sources: Sources,
  text: string,
): Promise<ReturnType<typeof findCommits>> {
  const { clock } = sources;
  const { limit, maxMs } = LIMITS.besides;
  return COMMIT_ID.test(text)
    ? await withTimeLimit(maxMs, clock, async (signal) =>
        findCommits(text, await optionsOf(sources, { nowMs: clock.now(), limit, signal })),
      )
    : [];
}

async function optionsOf(
  sources: Sources,
  limits: Pick<CodeSearchOptions, 'nowMs' | 'limit' | 'signal'>,
): Promise<CodeSearchOptions> {
  const { store } = sources;
  const repositories = await ownRepositories(sources);
  return {
    ...limits,
    repositories: repositories.map((repo) => searchedRepository(sources, repo)),
    namesOf: (login) =>
      store.rememberSearch(`names of ${login}`, () => {
        const name = store.account(login)?.name ?? null;
        return name === null ? [login] : [login, name];
      }),
  };
}

/** The repositories with git data of the owners that the reader is narrowed to. */
export async function ownRepositories({ store }: Sources): Promise<readonly string[]> {
  const withGit = await store.repositoriesWithGit();
  return store.owners.length === 0 ? withGit : withGit.filter((repo) => isOwnedBy(repo, store.owners));
}

/** Runs work with a signal that aborts after a time of the clock, which tests drive. */
async function withTimeLimit<Answer>(
  maxMs: number,
  clock: Clock,
  work: (limit: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const [limit, rest] = [new AbortController(), new AbortController()];
  clock.sleep(maxMs, rest.signal).then(
    () => limit.abort(),
    () => undefined,
  );
  try {
    return await work(limit.signal);
  } finally {
    rest.abort();
  }
}

function searchedRepository(sources: Sources, repo: string): SearchedRepository {
  return {
    repo,
    branch: () => sources.store.repository(repo).defaultBranch ?? undefined,
    open: () => requireGit(sources, repo),
  };
}

/** The answer if it arrives in time, otherwise undefined. */
export async function within<Answer>(
  answer: Promise<Answer>,
  maxMs: number,
  clock: Clock,
): Promise<Answer | undefined> {
  const rest = new AbortController();
  const late = clock.sleep(maxMs, rest.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    rest.abort();
    answer.catch(() => undefined); // A late failure concerns no one.
  }
}
