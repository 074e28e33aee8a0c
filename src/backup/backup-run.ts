import type { JournalLine } from '../model/index.ts';
import { linesAtService, type RunJournal } from '../vault/index.ts';
import type { BackupOptions } from './backup-options.ts';

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
