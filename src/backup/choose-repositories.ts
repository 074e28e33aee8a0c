import { Failure, quoteText } from '../base/index.ts';
import type { Repositories, RepositorySummary } from '../endpoints/index.ts';
import { type MigrationOwner, type MigrationRequest, parseRepositoryName } from '../model/index.ts';
import {
  NO_NAME,
  type RepositorySelection,
  type RepositoryVerdict,
  selectRepositories,
} from './select-repositories.ts';

/** What a person asks to export; without repositories, those of the account or organization that are selected. */
export type RequestWish = Omit<MigrationRequest, 'repositories'> & {
  readonly repositories: readonly string[] | undefined;
  /** Without it, all. */
  readonly selection?: RepositorySelection;
};

interface RepositorySource {
  readonly owner: MigrationOwner;
  readonly repositories: Repositories;
  /** When the choice is made: spans such as "pushed to within 90 days" count from here. */
  readonly nowMs: number;
  /** Hears of what the list holds and nobody can export. */
  readonly onSkipped?: (message: string) => void;
}

/** How many names one sentence shows. */
const MAX_SKIPPED_SHOWN = 5;

/** Turns a wish into a request: asks the service for the names where none were given. */
export async function chooseRepositories(
  wish: RequestWish,
  source: RepositorySource,
): Promise<MigrationRequest> {
  const { selection = {}, ...request } = wish;
  if (wish.repositories !== undefined || wish.orgMetadataOnly === true) {
    return { ...request, repositories: (wish.repositories ?? []).map(parseRepositoryName) };
  }
  const verdicts = await judgeRepositories(selection, source);
  const taken = verdicts.filter(({ isTaken }) => isTaken).map(({ repository }) => repository);
  const odd = verdicts.filter(({ reason }) => reason === NO_NAME).map(({ repository }) => repository);
  if (odd.length > 0) {
    source.onSkipped?.(
      `Left out, as ${NO_NAME}: ${odd.slice(0, MAX_SKIPPED_SHOWN).map(quoteText).join(', ')}`,
    );
  }
  if (taken.length === 0) {
    throw nothingFailure(verdicts.length, source.owner);
  }
  return { ...request, repositories: taken };
}

/** Lists the repositories of the account or organization, and says of each whether it is selected, and why not. */
export async function judgeRepositories(
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
  return listed === 0
    ? new Failure('absent', `Cannot export anything: ${whose} has no repositories`, {
        hint: 'Name repositories with --repository OWNER/NAME',
      })
    : new Failure(
        'absent',
        `Cannot export anything: none of the ${listed} repositories of ${whose} is selected`,
        {
          hint: 'See why with --dry-run',
        },
      );
}
