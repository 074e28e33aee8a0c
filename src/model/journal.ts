import type { ExitName } from '../base/index.ts';
import type { MigrationId, MigrationOwner, MigrationRequest, MigrationState } from './migrations.ts';

/**
 * Facts that must be on the disk before the run goes on: what is about to be done at the service, what it answered,
 * what is owed to it, and what a later run must not do again.
 */
export type LastingFact =
  | {
      readonly type: 'run-begun';
      readonly command: string;
      readonly satchelVersion: string;
      readonly baseUrl: string;
      readonly owner: MigrationOwner;
      /** The job of a configuration that asked for it, where one did. */
      readonly job?: string;
    }
  /** Whom the service takes this run for; debts of a run that never knew are nobody's. */
  | { readonly type: 'account-known'; readonly account: string }
  /** Whose work and which repositories; `wish` is what the person asked for, as canonical JSON. */
  | {
      readonly type: 'backup-begun';
      readonly backup: string;
      readonly account: string;
      readonly wish: string;
      readonly request: MigrationRequest;
      /** Repositories of a part at most; everything is one part without it. */
      readonly splitSize?: number;
      /** Organizations whose repositories the service left out of the list that the request was made from. */
      readonly leftOut?: readonly string[];
      /** Its archives are to be encrypted: a plain one that is left behind is owed its encryption. */
      readonly isEncrypted?: true;
    }
  /** This run goes on with what an earlier one began. */
  | { readonly type: 'backup-resumed'; readonly backup: string; readonly isEncrypted?: true }
  /** The request of this part is about to be sent. */
  | {
      readonly type: 'start-intended';
      readonly part: string;
      /** Ids of its repositories in their order, where the service has told them: names may change. */
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
  /** The service failed it: its repositories are asked for in smaller parts, or are given up where it was one. */
  | {
      readonly type: 'part-failed';
      readonly part: string;
      readonly migrationId: MigrationId;
      readonly repositories: number;
    }
  /** The migration is of no more use (gone, expired): the part is started again. */
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
      /** Of the archive before its encryption; absent in lines of versions that did not note each removal. */
      readonly sha256?: string;
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
      readonly outcome: 'unlocked' | 'not-locked' | 'gone';
    }
  | { readonly type: 'deletion-owed'; readonly migrationId: MigrationId }
  | {
      readonly type: 'archive-deleted';
      readonly migrationId: MigrationId;
      readonly outcome: 'deleted' | 'absent';
    }
  /** These archives are about to be taken out of the vault, by rules or by name. */
  | { readonly type: 'archives-forgotten'; readonly archives: readonly string[] }
  /** These archives and their manifests are gone, and a person had that noted. */
  | { readonly type: 'archives-lost'; readonly archives: readonly string[] }
  /** The store as this run leaves it; nobody else has changed it as long as it counts the same changes. */
  | {
      readonly type: 'store-noted';
      readonly sizeBytes: number;
      readonly sha256: string;
      readonly changeCounter: number;
    }
  /** The store is not what the run before has left, or cannot be read. */
  | { readonly type: 'store-damaged'; readonly reason: string }
  /** A new one was begun in the place of one that is damaged or gone. */
  | { readonly type: 'store-renewed' }
  /** A person had the journal repaired: what it lacks by then is known. */
  | { readonly type: 'journal-mended'; readonly lostLines: number }
  /** Everything of the backup is done; nothing is to be resumed. */
  | { readonly type: 'backup-finished'; readonly backup: string }
  /** The person wants it no more (`--fresh`), or it is too old to go on with. */
  | { readonly type: 'backup-given-up'; readonly backup: string; readonly reason: string }
  | { readonly type: 'run-ended'; readonly exit: ExitName; readonly reason?: string };

/** Facts for those who read the journal; a power cut may take the last of them. */
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
  | { readonly type: 'told'; readonly channel: string; readonly outcome: string }
  | { readonly type: 'waited'; readonly reason: string; readonly durationMs: number }
  | { readonly type: 'trouble'; readonly message: string };

/** How a run came by a migration. */
export type MigrationOrigin =
  /** Its start was answered. */
  | 'started'
  /** Its start was sent, and the migration found by looking for it. */
  | 'found'
  /** The service had it already for the same request. */
  | 'adopted'
  /** The person named it. */
  | 'named';

export type JournalFact = LastingFact | PassingFact;

/** A line of a vault's journal. */
export type JournalLine = JournalFact & {
  /** The run that wrote it. Processes that go on with one run, and its attempts, share its name. */
  readonly run: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
};

/** Where a run writes down what it is about to do and what it did. */
export interface JournalWriter {
  /** Resolves once the fact is on the disk. */
  write(fact: LastingFact): Promise<void>;
  /** Takes the fact down in passing; a fault shows at the next `write`. */
  note(fact: PassingFact): void;
}

/** What the journal knows of one part of a backup. */
export interface PartHistory {
  /** When its start was last about to be sent, in milliseconds; undefined where it never was. */
  readonly intendedAtMs: number | undefined;
  /** Ids of its repositories as they were then. */
  readonly repositoryIds?: readonly (MigrationId | null)[] | undefined;
  /** Its migration, if one is known that is still of use. */
  readonly migration: KnownMigration | undefined;
  /** True where the service failed it. */
  readonly hasFailed: boolean;
}

/** A migration as the journal knows it. */
export interface KnownMigration {
  readonly id: MigrationId;
  readonly createdAt: string;
  readonly origin: MigrationOrigin;
}
