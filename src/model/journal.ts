import type { ExitName } from './exit-codes.table.ts';
import type { MigrationId, MigrationOwner, MigrationRequest, MigrationState } from './migrations.ts';
import type { StoreChanges } from './store-changes.ts';

/**
 * Facts that must be on the disk before the run continues: requests that are about to be sent to the service, its
 * responses, pending cleanup at the service, and what a later run must not repeat.
 */
export type LastingFact =
  | {
      readonly type: 'run-begun';
      readonly command: string;
      readonly satchelVersion: string;
      readonly baseUrl: string;
      readonly owner: MigrationOwner;
      readonly job?: string;
      /** Distinguishes configurations whose jobs have the same name. */
      readonly configuration?: string;
    }
  /** The account of the token, which pending cleanup of this run belongs to. */
  | { readonly type: 'account-known'; readonly account: string }
  /** `wish` (the name in journals) is the request of the user, as canonical JSON. */
  | {
      readonly type: 'backup-begun';
      readonly backup: string;
      readonly account: string;
      readonly wish: string;
      readonly request: MigrationRequest;
      /** Maximum repositories per part; absent if there is only one part. */
      readonly splitSize?: number;
      /** Organizations whose repositories the service omitted from the list of repositories. */
      readonly leftOut?: readonly string[];
    }
  /** This run resumes an earlier backup. */
  | { readonly type: 'backup-resumed'; readonly backup: string }
  /** The request of this part is about to be sent. */
  | {
      readonly type: 'start-intended';
      readonly part: string;
      /** The ids of its repositories, in their order, because names may change; null if unknown. */
      readonly repositoryIds?: readonly (MigrationId | null)[];
    }
  | {
      readonly type: 'migration-known';
      readonly part: string;
      readonly migrationId: MigrationId;
      readonly guid: string;
      readonly createdAt: string;
      readonly origin: MigrationOrigin;
    }
  /** The migration failed: its repositories are requested in smaller parts, or a single one is skipped. */
  | {
      readonly type: 'part-failed';
      readonly part: string;
      readonly migrationId: MigrationId;
      readonly repositories: number;
    }
  /** The migration can no longer be used (absent, expired): the part is started again. */
  | {
      readonly type: 'part-abandoned';
      readonly part: string;
      readonly migrationId: MigrationId;
      readonly reason: string;
    }
  | {
      readonly type: 'downloaded';
      readonly migrationId: MigrationId;
      /** File name in the vault. */
      readonly archive: string;
      readonly sizeBytes: number;
      readonly sha256: string;
    }
  | {
      readonly type: 'manifest-written';
      readonly archive: string;
      readonly isVerified: boolean;
      /** Of the archive before its encryption. */
      readonly sha256: string;
    }
  | {
      readonly type: 'unlock-owed';
      readonly migrationId: MigrationId;
      readonly repositories: readonly string[];
    }
  | {
      readonly type: 'unlocked';
      readonly migrationId: MigrationId;
      readonly repository: string;
      readonly outcome: 'unlocked' | 'not-locked';
    }
  | { readonly type: 'deletion-owed'; readonly migrationId: MigrationId }
  | {
      readonly type: 'archive-deleted';
      readonly migrationId: MigrationId;
      readonly outcome: 'deleted' | 'absent';
    }
  /** These archives are about to be removed from the vault, by retention rules or by name. */
  | { readonly type: 'archives-forgotten'; readonly archives: readonly string[] }
  /** These archives and their manifests are missing, and the user had that recorded. */
  | { readonly type: 'archives-lost'; readonly archives: readonly string[] }
  /** The store at the end of this run. It is unchanged as long as its change counter is. */
  | {
      readonly type: 'store-noted';
      readonly sizeBytes: number;
      readonly sha256: string;
      readonly changeCounter: number;
    }
  /** The store differs from what the previous run recorded, or cannot be read. */
  | { readonly type: 'store-damaged'; readonly reason: string }
  /** A new store replaced a damaged or missing one. */
  | { readonly type: 'store-renewed' }
  /** The user had the journal repaired: the missing lines are accounted for. */
  | { readonly type: 'journal-mended' }
  /** The backup is complete; nothing must be resumed. */
  | {
      readonly type: 'backup-finished';
      readonly backup: string;
      /** What its run was about to report; absent if another run finished it. */
      readonly exit?: ExitName;
      readonly missingRepositories?: readonly string[];
      readonly failedRepositories?: readonly string[];
      /** What it changed in the store; absent for a first one. */
      readonly changes?: StoreChanges;
    }
  /** The user started afresh (`--fresh`), or the backup is too old to be resumed. */
  | { readonly type: 'backup-given-up'; readonly backup: string; readonly reason: string }
  | { readonly type: 'run-ended'; readonly exit: ExitName; readonly reason?: string };

/** Facts for information only; a power cut may lose the last ones. */
export type PassingFact =
  | { readonly type: 'state-seen'; readonly migrationId: MigrationId; readonly state: MigrationState }
  | { readonly type: 'address-asked'; readonly migrationId: MigrationId; readonly fromBytes: number }
  | {
      readonly type: 'download-reached';
      readonly migrationId: MigrationId;
      readonly doneBytes: number;
      readonly totalBytes?: number;
    }
  | { readonly type: 'loaded'; readonly archives: readonly string[]; readonly records: number }
  | { readonly type: 'waited'; readonly reason: string; readonly durationMs: number }
  | { readonly type: 'trouble'; readonly message: string };

/** Where a migration comes from. */
export type MigrationOrigin =
  /** It was started. */
  | 'started'
  /** It was started, the response was lost, and it was found in the list. */
  | 'found'
  /** It existed already for the same request. */
  | 'adopted'
  /** The user chose it. */
  | 'named';

export type JournalFact = LastingFact | PassingFact;

export type JournalLine = JournalFact & {
  /** The id of the run; all processes and attempts of one run share it. */
  readonly run: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
};

/** Records what a run is about to do, and what it did. */
export interface JournalWriter {
  /** Resolves when the fact is on the disk. */
  write(fact: LastingFact): Promise<void>;
  /** Records a fact without waiting; an error is reported by the next `write`. */
  note(fact: PassingFact): void;
}

/** The state of one part of a backup according to the journal. */
export interface PartHistory {
  /** When its start was last about to be sent, in milliseconds; undefined if never. */
  readonly intendedAtMs: number | undefined;
  /** The ids of its repositories at that time. */
  readonly repositoryIds?: readonly (MigrationId | null)[] | undefined;
  /** Its migration, if it can still be used. */
  readonly migration: KnownMigration | undefined;
  /** True if the migration failed. */
  readonly hasFailed: boolean;
}

export interface KnownMigration {
  readonly id: MigrationId;
  readonly createdAt: string;
  readonly origin: MigrationOrigin;
}
