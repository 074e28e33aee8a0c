import { quoteText, type Violation } from '../base/index.ts';
import {
  type ArchiveRecord,
  createFinding,
  type Finding,
  type RecordBatch,
  type RejectedRecord,
} from '../model/index.ts';
import type { ArchiveEvent } from './archive-event.ts';
import { prefixOfRecordFile } from './entry-name.ts';
import type { KindReaders } from './kind-readers.ts';
import { findHiddenMember, parseRecord, type TextFault } from './parse-record.ts';
import { placeOfRecord } from './place-of-record.ts';
import type { TakeRecord } from './record-cutter.ts';

/** Parses the records of one file, judges them by their schemas, and emits them by batches of one kind. */
export interface RecordJudge {
  readonly take: TakeRecord;
  /** Emits the records gathered so far. */
  flush(): void;
}

interface JudgeOptions {
  readonly entryName: string;
  readonly kinds: KindReaders;
  readonly emit: (event: ArchiveEvent) => void;
}

/** Records of one batch: enough to make its cost vanish, few enough to stay small. */
const MAX_BATCH_RECORDS = 1_000;

const NO_FINDINGS: readonly Finding[] = [];

/** Creates the judge of one record file. */
export function createRecordJudge({ entryName, kinds, emit }: JudgeOptions): RecordJudge {
  const prefix = prefixOfRecordFile(entryName);
  let kind = kinds.kindOf(prefix);
  let records: ArchiveRecord[] = [];
  let rejected: RejectedRecord[] = [];

  function flush(): void {
    if (records.length + rejected.length > 0) {
      const batch: RecordBatch = { kind, entryName, records, rejected };
      records = [];
      rejected = [];
      emit({ type: 'records', batch });
    }
  }

  function flushFull(): void {
    if (records.length + rejected.length >= MAX_BATCH_RECORDS) {
      flush();
    }
  }

  function setKind(next: string): void {
    if (next !== kind) {
      flush();
      kind = next;
    }
  }

  function reject(source: Buffer, index: number, findings: readonly Finding[]): void {
    rejected.push({ index, source, findings });
    flushFull();
  }

  return {
    flush,
    take(bytes, index, memberCount) {
      const { value, source, faults } = parseRecord(bytes);
      if (value === undefined) {
        setKind(kinds.kindOf(prefix));
        reject(source, index, textFindings(faults, entryName, index));
        return;
      }
      const reader = kinds.readerFor(value, prefix);
      setKind(reader.kind);
      const fieldCount = reader.countFields(value, entryName, index);
      const hidden = findHiddenMember(value, { memberCount, fieldCount });
      const isOdd = faults.length + hidden.length > 0;
      const odd = isOdd ? textFindings([...faults, ...hidden], entryName, index) : NO_FINDINGS;
      const violations = reader.validate(value);
      if (violations.length > 0) {
        const place = placeOfRecord(entryName, index, value);
        reject(source, index, [...odd, ...invalidFindings(reader.kind, place, violations)]);
        return;
      }
      records.push({ index, value, source });
      for (const finding of odd) {
        emit({ type: 'finding', finding });
      }
      flushFull();
    },
  };
}

function textFindings(
  faults: readonly TextFault[],
  entryName: string,
  recordIndex: number,
): readonly Finding[] {
  return faults.map(({ code, fault }) => {
    const message = `In ${quoteText(entryName)} at record ${recordIndex}: ${fault}`;
    return createFinding(code, message, { entryName, recordIndex });
  });
}

/** One finding for each way in which a record breaks its schema. */
function invalidFindings(
  kind: string,
  place: ReturnType<typeof placeOfRecord>,
  violations: readonly Violation[],
): readonly Finding[] {
  const { url, entryName, recordIndex } = place;
  const subject = url === undefined ? `Record ${recordIndex} of ${quoteText(entryName)}` : quoteText(url);
  return violations.map(({ pointer, message }) => {
    const where = pointer === '' ? 'the record' : pointer;
    return createFinding('record-invalid', `${subject} is no valid ${kind}: ${where} ${message}`, {
      ...place,
      pointer,
    });
  });
}
