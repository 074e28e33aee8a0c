import { formatSize, utcSeconds } from '../../base/index.ts';
import type { GroupRetention } from '../../vault/index.ts';
import { cellText } from './cell-text.ts';
import { holdSentence } from './describe-backup.ts';
import { formatRows } from './text-table.ts';

const COLUMNS = ['action', 'taken', 'repositories', 'records', 'size', 'reasons', 'archive'] as const;
const RIGHT_ALIGNED: ReadonlySet<number> = new Set([2, 3, 4]);
/** Columns omitted on narrow terminals. The archive's name contains the time at which it was taken. */
const OMIT_FIRST = [COLUMNS.indexOf('archive'), COLUMNS.indexOf('repositories')];

/** Formats what happens to each archive and why: a table for each group, with a note if removal is on hold. */
export function formatRetention(groups: readonly GroupRetention[], widthColumns: number | undefined): string {
  const parts = groups.map(({ account, scope, rows, hold }) => {
    const cells = rows.map(({ action, reasons, snapshot }) => [
      action,
      utcSeconds(snapshot.takenAtMs),
      String(snapshot.sizes.repositories),
      String(snapshot.sizes.records),
      formatSize(snapshot.sizes.bytes),
      cellText(reasons.join(', ')),
      snapshot.archives.join(', '),
    ]);
    const held = hold === undefined ? '' : `${holdSentence(hold)}\n`;
    const table = formatRows(cells, {
      columns: COLUMNS,
      rightAligned: RIGHT_ALIGNED,
      omitFirst: OMIT_FIRST,
      widthColumns,
    });
    return `${cellText(scope === undefined ? account : `${account}: ${scope}`)}\n${table}${held}`;
  });
  return groups.length === 0 ? 'There are no archives\n' : `${parts.join('\n')}\n`;
}
