import type { MigrationFamily, MigrationOrder } from './migration-order.ts';

/** What never changes about a migration. */
export interface MigrationFacts extends Omit<MigrationOrder, 'type'> {
  readonly id: number;
  readonly guid: string;
  readonly family: MigrationFamily;
  readonly startedAtMs: number;
  /** Path of the archive on the storage origin. */
  readonly archiveKey: string;
  readonly fate: MigrationFate;
}

/** What is to become of a migration. */
export type MigrationFate = 'fails' | 'stays pending' | 'usual';
