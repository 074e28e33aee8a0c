import { ownFile } from '../../base/index.ts';
import type { JournalLine } from '../../model/index.ts';

const LINE = ownFile<JournalLine>('journal-line');

/** Whether a value from a journal is a line of it. Types of other versions are, and are ignored when lines are folded. */
export function isJournalLine(value: unknown): value is JournalLine {
  return typeof LINE.check(value) !== 'string';
}
