import { createHash } from 'node:crypto';
import { formatTimestamp, normaliseTimestamp } from '../base/timestamps.ts';
import { type Cell, storableText } from './rows/conversions.ts';

/** A line of an audit log: the texts of its fields by their names. */
export type AuditLogEntry = Readonly<Record<string, string>>;

/** The row of an entry: the values of the columns of `audit_log`, in their order. */
export function auditLogRow(entry: AuditLogEntry): readonly Cell[] {
  const json = storableText(JSON.stringify(entry));
  const cell = (name: string) => {
    const text = Object.hasOwn(entry, name) ? entry[name] : undefined;
    return text === undefined ? null : storableText(text);
  };
  return [
    createHash('sha256').update(json).digest('hex'),
    timeOf(cell('created_at') ?? cell('@timestamp')),
    cell('action'),
    cell('actor'),
    cell('user'),
    cell('org'),
    cell('repo'),
    json,
  ];
}

/** GitHub documents milliseconds since the epoch for logs that people download. */
function timeOf(text: string | null): string | null {
  if (text === null) {
    return null;
  }
  return /^\d{13}$/.test(text) ? formatTimestamp(Number(text)) : normaliseTimestamp(text);
}
