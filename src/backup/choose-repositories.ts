import { Failure, quoteText } from '../base/index.ts';
import type { Repositories, RepositorySummary } from '../endpoints/index.ts';
import { type MigrationOwner, type MigrationRequest, parseRepositoryName } from '../model/index.ts';
import {
  NO_NAME,
  type RepositorySelection,
  type RepositoryVerdict,
  selectRepositories,
} from './select-repositories.ts';

/** What a person wants to export; without repositories, the selected ones of the account or organization. */
export type BackupRequest = Omit<MigrationRequest, 'repositories'> & {
  readonly repositories: readonly string[] | undefined;
  /** All repositories by default. */
  readonly selection?: RepositorySelection;
};

interface RepositorySource {
  readonly owner: MigrationOwner;
  readonly repositories: Repositories;
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
  return { ...request, repositories: taken };
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
        hint: 'Name repositories with --repository OWNER/NAME',
        details,
      })
    : new Failure(
        'absent',
        `Cannot export anything: no repository of ${whose} is selected (${listed} listed)`,
        { hint: 'See why with --dry-run', details },
      );
}
