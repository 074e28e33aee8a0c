import type { ExportedArchive } from '../../archive/exported-archive.ts';
import type { MigrationFacts } from './migration-facts.ts';
import type { BuildProgress } from './migration-state.ts';

/** A migration as the state of a sandbox remembers it. */
export interface KeptMigration {
  readonly facts: Omit<MigrationFacts, 'repositories'>;
  /** How much had happened in the world when it began: from that the same archive can be built again. */
  readonly deedCount: number;
  readonly isArchiveDeleted: boolean;
  readonly progress: BuildProgress;
  /** Absent where there is none, or none yet. */
  readonly archive?: ExportedArchive;
}
