import { StringDecoder } from 'node:string_decoder';
import { bufferOf } from '../../base/byte-text.ts';
import { createFinding, type Finding } from '../../model/findings.ts';
import type { FileSink } from '../../model/records.ts';
import type { AuditLogEntry } from '../../store/audit-log-row.ts';
import { CsvSplitter } from './csv-splitter.ts';

interface AuditLogReading {
  readonly entryName: string;
  /** Receives entries in order, in batches. */
  readonly onEntries: (entries: readonly AuditLogEntry[]) => void;
  readonly onFinding: (finding: Finding) => void;
}

/** Entries that are passed on together. */
const BATCH_ENTRIES = 500;

/**
 * Reads an audit log: comma-separated values, whose first line names the fields. Which fields there are is not
 * documented, so all are kept. A log that is not in this format is read up to the fault, and reported.
 */
export function readAuditLog({ entryName, onEntries, onFinding }: AuditLogReading): FileSink {
  const decoder = new StringDecoder('utf8');
  let names: readonly string[] | undefined;
  let batch: AuditLogEntry[] = [];
  let hasFault = false;
  const flush = () => {
    if (batch.length > 0) {
      onEntries(batch);
      batch = [];
    }
  };
  const splitter = new CsvSplitter((fields) => {
    if (names === undefined) {
      names = columnNames(fields);
      return;
    }
    const entry = entryOf(names, fields);
    if (Object.keys(entry).length > 0) {
      batch.push(entry);
    }
    if (batch.length === BATCH_ENTRIES) {
      flush();
    }
  });
  const check = (fault: string | undefined) => {
    if (fault !== undefined && !hasFault) {
      hasFault = true;
      flush();
      const message = `The audit log cannot be read beyond line ${splitter.lineNumber}: ${fault}`;
      onFinding(createFinding('audit-log-unreadable', message, { entryName }));
    }
  };
  return {
    write(chunk) {
      if (!hasFault) {
        check(splitter.write(decoder.write(bufferOf(chunk))));
      }
    },
    end() {
      if (!hasFault) {
        check(splitter.write(decoder.end()) ?? splitter.end());
        flush();
      }
    },
  };
}

/** A name that occurs twice is that of its first column; the other gets its number, as columns without a name. */
function columnNames(fields: readonly string[]): readonly string[] {
  const seen = new Set(['']);
  return fields.map((name, index) => {
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew ? name : numbered(index);
  });
}

function numbered(index: number): string {
  return `column_${index + 1}`;
}

/** The fields that are not empty; a line may have more than the first one. */
function entryOf(names: readonly string[], fields: readonly string[]): AuditLogEntry {
  const named = fields.map((field, index) => [names[index] ?? numbered(index), field] as const);
  return Object.fromEntries(named.filter(([, field]) => field !== ''));
}
