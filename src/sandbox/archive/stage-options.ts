import type { Random } from '../../base/index.ts';
import type { MigrationRequest } from '../../model/index.ts';
import type { RecordContext } from './records/record-context.ts';

/** Out of what, and into which folder, the files of an archive are laid before they are packed. */
export interface StageOptions {
  readonly context: RecordContext;
  readonly request: MigrationRequest;
  /** Becomes the root of the archive. */
  readonly directory: string;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
}
