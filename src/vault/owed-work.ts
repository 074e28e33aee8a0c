import type { JournalLine } from '../model/journal.ts';
import type { MigrationId, MigrationOwner } from '../model/migrations.ts';

/** Requests that must still be made to a service, even if the backup fails. */
export interface OwedRequests {
  /** Repositories that migrations of backups locked and that are not known to be unlocked. */
  readonly unlocks: readonly { readonly migrationId: MigrationId; readonly repository: string }[];
  /** Migrations whose archives must be deleted at the service, because those of the vault are verified. */
  readonly deletions: readonly MigrationId[];
}

/** The outstanding work for one account at one service. */
export interface OwedWork extends OwedRequests {
  readonly baseUrl: string;
  readonly owner: MigrationOwner;
  /** Login of the user or organization. */
  readonly account: string;
}

/** The work that is outstanding at the end of these lines, per account in order; accounts without any are omitted. */
export function findOwedWork(lines: readonly JournalLine[]): readonly OwedWork[] {
  const accounts = new Map<string, Account>();
  const accountOfRun = new Map<string, Account>();
  const begun = new Map<string, Pick<Account, 'baseUrl' | 'owner'>>();
  for (const line of lines) {
    if (line.type === 'run-begun') {
      begun.set(line.run, line);
      accountOfRun.delete(line.run); // The account of a new attempt is not known yet.
    } else if (line.type === 'account-known') {
      const place = begun.get(line.run);
      accountOfRun.set(line.run, accountIn(accounts, line.account, place));
    }
    const account = accountOfRun.get(line.run);
    if (account !== undefined) {
      settle(line, account);
    }
  }
  return [...accounts.values()]
    .map(({ unlocks, deletions, ...whose }) => ({
      ...whose,
      unlocks: [...unlocks.values()],
      deletions: [...deletions],
    }))
    .filter(({ unlocks, deletions }) => unlocks.length > 0 || deletions.length > 0);
}

interface Account {
  readonly baseUrl: string;
  readonly owner: MigrationOwner;
  readonly account: string;
  readonly unlocks: Map<string, { readonly migrationId: MigrationId; readonly repository: string }>;
  readonly deletions: Set<MigrationId>;
}

function accountIn(
  accounts: Map<string, Account>,
  account: string,
  place: Pick<Account, 'baseUrl' | 'owner'> | undefined,
): Account {
  const { baseUrl = '', owner = { type: 'user' } } = place ?? {}; // The first line of the run may be damaged.
  const key = JSON.stringify([baseUrl, owner, account.toLowerCase()]);
  const present = accounts.get(key) ?? {
    baseUrl,
    owner,
    account,
    unlocks: new Map(),
    deletions: new Set(),
  };
  accounts.set(key, present);
  return present;
}

function settle(line: JournalLine, { unlocks, deletions }: Account): void {
  switch (line.type) {
    case 'unlock-owed': {
      const { migrationId } = line;
      for (const repository of line.repositories) {
        unlocks.set(keyOf(migrationId, repository), { migrationId, repository });
      }
      break;
    }
    case 'unlocked':
      unlocks.delete(keyOf(line.migrationId, line.repository));
      break;
    case 'deletion-owed':
      deletions.add(line.migrationId);
      break;
    case 'archive-deleted':
      deletions.delete(line.migrationId);
      break;
    default:
  }
}

function keyOf(migrationId: MigrationId, repository: string): string {
  return `${migrationId} ${repository.toLowerCase()}`;
}
