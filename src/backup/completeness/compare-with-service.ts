import type { RepositoryThreads } from '../../archive/verification.ts';
import type { Repositories } from '../../endpoints/repositories.ts';
import { Failure } from '../../model/failure.ts';
import type { MigrationRequest } from '../../model/migrations.ts';
import { isSameRepository } from '../../model/repository-name.ts';
import { type CompletenessCheck, MAX_COMPLETENESS_DETAILS } from '../../vault/manifest.ts';

/** Each takes two requests: more would use up the rate limit that the next backup needs. */
const MAX_REPOSITORIES_COUNTED = 200;

interface ServiceComparison {
  readonly request: MigrationRequest;
  readonly repositories: Pick<Repositories, 'countThreads'>;
  readonly found: readonly RepositoryThreads[];
  /** Open threads by `owner/name`, according to the migration itself. */
  readonly openAtService: Readonly<Record<string, number>>;
  /** Open threads by `owner/name`, as loaded; undefined if nothing was loaded. */
  readonly openInStore: ReadonlyMap<string, number> | undefined;
  /** When the export began: it cannot contain newer threads. */
  readonly takenAtMs: number;
}

/**
 * Counts issues and pull requests at the service and compares them with the archive. More of them in the archive is not
 * an error: they may have been deleted since. Counts that the service does not report are unknown.
 */
export async function compareWithService(comparison: ServiceComparison): Promise<CompletenessCheck> {
  const { request, found } = comparison;
  const details: string[] = [];
  let counted = 0;
  const names = request.excludeMetadata === true ? [] : request.repositories;
  for (const [index, name] of names.entries()) {
    const own = found.find((repository) => isSameRepository(name, repository.name));
    const shortfall =
      index < MAX_REPOSITORIES_COUNTED ? await findShortfall(name, own, comparison) : undefined;
    counted += shortfall === undefined ? 0 : 1;
    if (shortfall !== undefined && shortfall !== '') {
      details.push(`${name}: ${shortfall}`);
    }
  }
  const short = details.length === 0 ? '' : `; ${details.length} have fewer`;
  const summary =
    counted === 0
      ? 'The service reports no counts to compare with'
      : `${counted - details.length} of ${counted} repositories have at least as many issues and pull requests as the service reports${short}`;
  return {
    name: 'service',
    result: details.length > 0 ? 'incomplete' : counted === 0 ? 'unknown' : 'complete',
    summary,
    details: details.slice(0, MAX_COMPLETENESS_DETAILS),
  };
}

/**
 * Describes what the archive has less of; an empty text if it has everything, and undefined if unknown. Open threads are
 * compared in place of counts that the service does not report.
 */
async function findShortfall(
  name: string,
  own: RepositoryThreads | undefined,
  comparison: ServiceComparison,
): Promise<string | undefined> {
  const live = await countLive(name, comparison);
  const { issueCount = 0, pullRequestCount = 0 } = own ?? {};
  const rows = [
    ['issues', issueCount, live?.issues],
    ['pull requests', pullRequestCount, live?.pullRequests],
  ] as const;
  const shortfalls = rows
    .filter(([, here, there]) => there !== undefined && here < there)
    .map(([what, here, there]) => `${here} of ${there} ${what}`);
  const isCounted = rows.every(([, , there]) => there !== undefined);
  const open = isCounted ? '' : findOpenShortfall(name, comparison);
  return shortfalls.length === 0 ? open : [...shortfalls, open].filter(Boolean).join(', ');
}

/** A failed comparison does not affect the backup. */
async function countLive(name: string, { repositories, takenAtMs }: ServiceComparison) {
  try {
    return await repositories.countThreads(name, takenAtMs);
  } catch (error) {
    if (error instanceof Failure && error.code !== 'interrupted' && error.code !== 'internal') {
      return undefined;
    }
    throw error;
  }
}

/** Threads may have been opened since the export began, so small differences are ignored. */
const MAX_OPENED_SINCE = 2;
const MAX_SHARE_OPENED_SINCE = 0.05;

function findOpenShortfall(
  name: string,
  { openAtService, openInStore }: ServiceComparison,
): string | undefined {
  const there = Object.entries(openAtService).find(([repository]) => isSameRepository(name, repository))?.[1];
  if (there === undefined || openInStore === undefined) {
    return undefined;
  }
  const here = openInStore.get(name.toLowerCase()) ?? 0;
  const isFewer = there - here > Math.max(MAX_OPENED_SINCE, there * MAX_SHARE_OPENED_SINCE);
  return isFewer ? `${here} of ${there} open issues and pull requests` : '';
}
