import { definedMembers } from '../base/json.ts';
import { quoteText } from '../base/terminal-text.ts';
import type { Repositories, RepositorySummary } from '../endpoints/repositories.ts';
import type { BackupRequest, RepositorySelection } from '../model/backup-request.ts';
import { Failure } from '../model/failure.ts';
import type {
  MigrationId,
  MigrationOwner,
  MigrationRequest,
  RepositoryListing,
} from '../model/migrations.ts';
import { parseRepositoryName } from '../model/repository-name.ts';
import { NO_NAME, type RepositoryVerdict, selectRepositories } from './select-repositories.ts';

interface RepositorySource {
  readonly owner: MigrationOwner;
  readonly repositories: Repositories;
  /** The login of the account or organization; without it, the request does not say what else was listed. */
  readonly account?: string;
  /** When the choice is made: periods such as "pushed to within 90 days" are relative to it. */
  readonly nowMs: number;
  /** Receives a message about listed repositories that cannot be exported. */
  readonly onSkipped?: (message: string) => void;
}

/** Maximum number of names in one message. */
const MAX_SKIPPED_SHOWN = 5;

/** Names the repositories of a request: lists the repositories of the account if none were named. */
export async function chooseRepositories(
  requested: BackupRequest,
  source: RepositorySource,
): Promise<MigrationRequest> {
  const { selection = {}, ...request } = requested;
  if (requested.repositories !== undefined || requested.orgMetadataOnly === true) {
    return { ...request, repositories: (requested.repositories ?? []).map(parseRepositoryName) };
  }
  const verdicts = await assessRepositories(selection, source);
  const listed = selection.owners === undefined ? listingOf(verdicts, source) : undefined;
  const taken = verdicts.filter(({ isTaken }) => isTaken).map(({ repository }) => repository);
  const unnamed = verdicts.filter(({ reason }) => reason === NO_NAME).map(({ repository }) => repository);
  if (unnamed.length > 0) {
    source.onSkipped?.(
      `Left out, as ${NO_NAME}: ${unnamed.slice(0, MAX_SKIPPED_SHOWN).map(quoteText).join(', ')}`,
    );
  }
  if (taken.length === 0) {
    throw nothingFailure(verdicts.length, source.owner);
  }
  return { ...request, repositories: taken, ...definedMembers({ listed }) };
}

/** Undefined if the list may lack a repository, or one that is left out may be renamed without being recognised. */
function listingOf(
  verdicts: readonly RepositoryVerdict[],
  { account, repositories }: RepositorySource,
): RepositoryListing | undefined {
  if (account === undefined || repositories.isPartial()) {
    return undefined;
  }
  const isOwn = (name: string) => name.toLowerCase().startsWith(`${account.toLowerCase()}/`);
  const own = new Map(
    verdicts
      .filter(({ repository }) => isOwn(repository))
      .map((verdict) => [verdict.repository.toLowerCase(), verdict]),
  );
  const left = [...own.values()].filter(({ isTaken }) => !isTaken).map(({ repository }) => repository);
  const others = idsByName(left, repositories);
  return verdicts.some(({ reason }) => reason === NO_NAME) || others === undefined
    ? undefined
    : { owner: account, count: own.size, others };
}

/** The ids of listed repositories; undefined if one is not known. */
export function idsByName(
  names: readonly string[],
  repositories: Pick<Repositories, 'idsOf'>,
): Readonly<Record<string, MigrationId>> | undefined {
  const ids = repositories.idsOf(names);
  const known = names.flatMap((name, index) => {
    const id = ids[index] ?? null;
    return id === null ? [] : [[name, id] as const];
  });
  return known.length === names.length ? Object.fromEntries(known) : undefined;
}

/** Lists the repositories of the account or organization, and whether and why each is selected or not. */
export async function assessRepositories(
  selection: RepositorySelection,
  { owner, repositories, nowMs }: RepositorySource,
): Promise<readonly RepositoryVerdict[]> {
  const listed: RepositorySummary[] = [];
  const affiliation = selection.owners === undefined ? 'owned' : 'all';
  for await (const repository of repositories.listFor(owner, affiliation)) {
    listed.push(repository);
  }
  return selectRepositories(listed, selection, nowMs);
}

function nothingFailure(listed: number, owner: MigrationOwner): Failure {
  const whose = owner.type === 'user' ? 'the account' : `the organization "${owner.name}"`;
  const details = { hasNothingToExport: true };
  return listed === 0
    ? new Failure('absent', `Cannot export anything: ${whose} has no repositories`, {
        hint: 'Name repositories in "repositories"',
        commandHint: 'Name repositories with --repository OWNER/NAME',
        details,
      })
    : new Failure(
        'absent',
        `Cannot export anything: no repository of ${whose} is selected (${listed} listed)`,
        { hint: 'Choose repositories by other rules', commandHint: 'See why with --dry-run', details },
      );
}
