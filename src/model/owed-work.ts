import type { JournalLine } from './journal.ts';
import type { MigrationOwner } from './migrations.ts';

/** Calls that are owed to one account at a service, whatever becomes of the backup. */
export interface OwedWork {
  readonly baseUrl: string;
  readonly owner: MigrationOwner;
  /** Repositories that a migration of ours locked, and that are not known to be unlocked. */
  readonly unlocks: readonly { readonly migrationId: number; readonly repository: string }[];
  /** Migrations whose archive at the service is to be deleted, as ours is verified. */
  readonly deletions: readonly number[];
}

/** What is still owed by the end of these lines, per account in the order of the debts; nothing owed is no row. */
export function findOwedWork(lines: readonly JournalLine[]): readonly OwedWork[] {
  const accounts = new Map<string, Account>();
  const accountOfRun = new Map<string, Account>();
  for (const line of lines) {
    if (line.type === 'run-begun') {
      const key = JSON.stringify([line.baseUrl, line.owner]);
      const account = accounts.get(key) ?? createAccount(line.baseUrl, line.owner);
      accounts.set(key, account);
      accountOfRun.set(line.run, account);
    }
    const account = accountOfRun.get(line.run);
    if (account !== undefined) {
      settle(line, account);
    }
  }
  return [...accounts.values()]
    .map(({ baseUrl, owner, unlocks, deletions }) => ({
      baseUrl,
      owner,
      unlocks: [...unlocks.values()],
      deletions: [...deletions],
    }))
    .filter(({ unlocks, deletions }) => unlocks.length > 0 || deletions.length > 0);
}

interface Account {
  readonly baseUrl: string;
  readonly owner: MigrationOwner;
  readonly unlocks: Map<string, { readonly migrationId: number; readonly repository: string }>;
  readonly deletions: Set<number>;
}

function createAccount(baseUrl: string, owner: MigrationOwner): Account {
  return { baseUrl, owner, unlocks: new Map(), deletions: new Set() };
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

function keyOf(migrationId: number, repository: string): string {
  return `${migrationId} ${repository.toLowerCase()}`;
}
