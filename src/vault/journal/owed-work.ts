import type { JournalLine, MigrationId, MigrationOwner } from '../../model/index.ts';

/** Calls that are owed to a service, whatever becomes of the backup. */
export interface Debts {
  /** Repositories that a migration of ours locked, and that are not known to be unlocked. */
  readonly unlocks: readonly { readonly migrationId: MigrationId; readonly repository: string }[];
  /** Migrations whose archive at the service is to be deleted, as ours is verified. */
  readonly deletions: readonly MigrationId[];
}

/** The debts of one account at one service. */
export interface OwedWork extends Debts {
  readonly baseUrl: string;
  readonly owner: MigrationOwner;
  /** Login of the account or name of the organization. */
  readonly account: string;
}

/** What is still owed by the end of these lines, per account in the order of the debts; nothing owed is no row. */
export function findOwedWork(lines: readonly JournalLine[]): readonly OwedWork[] {
  const accounts = new Map<string, Account>();
  const accountOfRun = new Map<string, Account>();
  const begun = new Map<string, Pick<Account, 'baseUrl' | 'owner'>>();
  for (const line of lines) {
    if (line.type === 'run-begun') {
      begun.set(line.run, line);
      accountOfRun.delete(line.run); // An attempt that is yet to know.
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
  const { baseUrl = '', owner = { type: 'user' } } = place ?? {}; // Its first line may be damaged.
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
