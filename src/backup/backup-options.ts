import type { Clock, Random } from '../base/index.ts';
import type { Account, Migrations, Repositories } from '../endpoints/index.ts';
import type { JournalLine, MigrationId, MigrationOwner } from '../model/index.ts';
import { linesAtService, type RetentionPolicy, type RunJournal, type Vault } from '../vault/index.ts';
import type { BackupEvent } from './backup-event.ts';
import type { CaptureWork } from './capture-from-service.ts';
import type { RequestWish } from './choose-repositories.ts';

/** The service as a backup sees it: one account or organization. */
export interface BackupService {
  readonly baseUrl: URL;
  readonly owner: MigrationOwner;
  readonly migrations: Migrations;
  readonly repositories: Repositories;
  getAccount(): Promise<Account>;
  /** Tells of each wait for a limit or an outage from now on. */
  hearWaits?(listener: (wait: { readonly reason: string; readonly durationMs: number }) => void): void;
}

export interface BackupOptions {
  readonly service: BackupService;
  readonly vault: Vault;
  readonly wish: RequestWish;
  readonly clock: Clock;
  readonly random: Pick<Random, 'hex'>;
  /** How the journal is to name this run, where it has a name already: its attempts share it. */
  readonly runId?: string | undefined;
  /** The job of a configuration that asks for it. */
  readonly job?: string | undefined;
  /** Written into the manifest. */
  readonly satchelVersion: string;
  /** Takes nothing that an earlier run or somebody else has started. */
  readonly isFresh?: boolean | undefined;
  /** A migration of the service whose archive is wanted, in place of one for the wish. */
  readonly migrationId?: MigrationId | undefined;
  /** Repositories of one migration at most; the service gets several migrations where there are more. */
  readonly splitSize?: number | undefined;
  /** Parts that are under way at the same time; one after the other unless given. */
  readonly partsAtOnce?: number | undefined;
  /** Downloads take no more than this. */
  readonly bytesPerSecond?: number | undefined;
  /** Deletes the service's copy once ours is verified. */
  readonly deletesArchive?: boolean | undefined;
  /** Does nothing where the last good backup of the same wish is younger. */
  readonly skipIfYoungerMs?: number | undefined;
  readonly pollIntervalMs?: number | undefined;
  /** How long to wait for a migration; without it, as long as it takes. */
  readonly deadlineMs?: number | undefined;
  /** Whether repositories are kept beside the store too; the archive has them in any case. */
  readonly keepsGit?: boolean;
  /** What is kept beside the archive: events, notifications, alerts, budgets. */
  readonly captures?: CaptureWork | undefined;
  /** Where git is looked for, to judge the repositories; without it nobody can tell. */
  readonly searchPath?: string | undefined;
  /** Public keys of age for which archives are encrypted at rest. */
  readonly recipients?: readonly string[] | undefined;
  /** Which archives of the account are kept at the end; all of them without it. */
  readonly retention?: RetentionPolicy | undefined;
  /** How much less than the backup before this one may hold, of 1. */
  readonly maxDrop?: number | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: BackupEvent) => void;
}

/** A backup under way: what it was asked for, its journal, and whose work it is. */
export interface BackupRun extends BackupOptions {
  readonly journal: RunJournal;
  /** Login of the account or name of the organization. */
  readonly account: string;
}

/** The journal, as far as it speaks of this service. */
export function linesOf({ journal, service }: BackupRun): readonly JournalLine[] {
  return linesAtService(journal.lines, service.baseUrl.href);
}
