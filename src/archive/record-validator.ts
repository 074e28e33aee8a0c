import type { JsonObject } from '../base/json.ts';
import type { Violation } from '../base/schema-compiler.ts';
import { setAside } from '../base/set-aside.ts';
import { quoteText } from '../base/terminal-text.ts';
import { createFinding, type Finding } from '../model/findings.ts';
import { prefixOfRecordFile } from '../model/record-kind.ts';
import type { ArchiveRecord, FindKnown, RecordBatch, RejectedRecord } from '../model/records.ts';
import type { ArchiveEvent } from './archive-event.ts';
import type { KindReader, KindReaders } from './kind-schemas.ts';
import type { TakeRecord } from './record-text.ts';
import { findHiddenMember, joinParts, parseRecord, type TextFault } from './record-text.ts';

/** Parses the records of one file, validates them against their schemas, and emits batches of one kind each. */
export interface RecordValidator {
  readonly take: TakeRecord;
  /** Processes a record within the bytes, which must not change before the batch was consumed. */
  takePart(bytes: Buffer, part: RecordPart): void;
  /** Emits the records collected so far. */
  flush(): void;
}

interface ValidatorOptions {
  readonly entryName: string;
  readonly kinds: KindReaders;
  readonly findKnown?: FindKnown | undefined;
  readonly emit: (event: ArchiveEvent) => void;
}

/** The location of a record in a buffer, its index in its file, and the number of members in its text. */
interface RecordPart {
  readonly start: number;
  readonly end: number;
  readonly index: number;
  readonly memberCount: number;
}

/** Records per batch: enough to make its cost negligible, few enough to rarely outlive V8's young generation. */
const MAX_BATCH_RECORDS = 250;

const NO_FINDINGS: readonly Finding[] = [];

export function createRecordValidator({
  entryName,
  kinds,
  findKnown,
  emit,
}: ValidatorOptions): RecordValidator {
  const prefix = prefixOfRecordFile(entryName);
  const kindOfFile = kinds.kindOf(prefix);
  let kind = kindOfFile;
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

  function takePart(bytes: Buffer, { start, end, index, memberCount }: RecordPart): void {
    if (findKnown !== undefined) {
      const known = bytes.subarray(start, end);
      const knownId = findKnown(kindOfFile, known);
      if (knownId !== undefined) {
        setKind(kindOfFile);
        records.push(new KnownRecord(knownId, index, known));
        flushFull();
        return;
      }
    }
    const { value, source, faults } = parseRecord(bytes, start, end);
    if (value === undefined) {
      setKind(kindOfFile);
      reject(source ?? bytes.subarray(start, end), index, textFindings(faults, entryName, index));
      return;
    }
    const reader = kinds.readerFor(value, prefix);
    setKind(reader.kind);
    const fieldCount = reader.countFields(value, entryName, index);
    const hidden = findHiddenMember(value, { memberCount, fieldCount });
    const hasTextFaults = faults.length + hidden.length > 0;
    const textFaults = hasTextFaults ? textFindings([...faults, ...hidden], entryName, index) : NO_FINDINGS;
    const violations = reader.validate(value);
    const verdict = violations.length === 0 ? SOUND : judge(value, { reader, entryName, index, violations });
    const findings = verdict.findings.length === 0 ? textFaults : [...textFaults, ...verdict.findings];
    if (verdict.isRejected) {
      reject(source ?? bytes.subarray(start, end), index, findings);
      return;
    }
    if (findings.length > 0) {
      records.push({ index, value, source: source ?? bytes.subarray(start, end), hasFaults: true });
    } else {
      records.push(new CutRecord(value, { bytes, start, end, index }));
    }
    for (const finding of findings) {
      emit({ type: 'finding', finding });
    }
    flushFull();
  }

  return {
    flush,
    takePart,
    take(parts, index, memberCount) {
      const bytes = joinParts(parts);
      takePart(bytes, { start: 0, end: bytes.length, index, memberCount });
    },
  };
}

/** A record that creates its source on demand: most records are only inspected, and a view costs more than the rest. */
class CutRecord implements ArchiveRecord {
  readonly index: number;
  readonly value: JsonObject;
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;

  constructor(value: JsonObject, { bytes, start, end, index }: CutPlace) {
    this.index = index;
    this.value = value;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  get source(): Buffer {
    return this.#bytes.subarray(this.#start, this.#end);
  }
}

/** A record that the consumer already has; its value is rarely needed. */
class KnownRecord implements ArchiveRecord {
  readonly knownId: number;
  readonly index: number;
  readonly source: Buffer;

  constructor(knownId: number, index: number, source: Buffer) {
    this.knownId = knownId;
    this.index = index;
    this.source = source;
  }

  get value(): JsonObject {
    return JSON.parse(this.source.toString());
  }
}

interface CutPlace extends Omit<RecordPart, 'memberCount'> {
  readonly bytes: Buffer;
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

interface Verdict {
  readonly isRejected: boolean;
  readonly findings: readonly Finding[];
}

const SOUND: Verdict = { isRejected: false, findings: NO_FINDINGS };

interface RecordCheck {
  readonly reader: KindReader;
  readonly entryName: string;
  readonly index: number;
  readonly violations: readonly Violation[];
}

/** Whether a record that violates its schema can be used without some of its values. */
function judge(value: JsonObject, { reader, entryName, index, violations }: RecordCheck): Verdict {
  const place = placeOfRecord(entryName, index, value);
  const aside = setAside(value, (rest) => reader.validate(rest), violations);
  return aside === undefined
    ? { isRejected: true, findings: invalidFindings(reader.kind, place, violations) }
    : { isRejected: false, findings: asideFindings(place, aside.violations) };
}

/** One finding for each violation of the schema. */
function invalidFindings(
  kind: string,
  place: ReturnType<typeof placeOfRecord>,
  violations: readonly Violation[],
): readonly Finding[] {
  const subject = subjectOf(place);
  return violations.map(({ pointer, message }) => {
    const where = pointer === '' ? 'the record' : pointer;
    return createFinding('record-invalid', `${subject} is not a valid ${kind}: ${where} ${message}`, {
      ...place,
      pointer,
    });
  });
}

function asideFindings(
  place: ReturnType<typeof placeOfRecord>,
  violations: readonly Violation[],
): readonly Finding[] {
  const subject = subjectOf(place);
  return violations.map(({ pointer, message }) =>
    createFinding(
      'value-set-aside',
      `${subject} is kept, and only its value ${pointer} is set aside: it ${message}`,
      { ...place, pointer },
    ),
  );
}

/** The name of a record in messages. */
export function subjectOf({ url, entryName, recordIndex }: ReturnType<typeof placeOfRecord>): string {
  return url === undefined ? `Record ${recordIndex} of ${quoteText(entryName)}` : quoteText(url);
}

/** A longer `url` is not a key, but an attack on whatever stores findings. */
const MAX_KEY_CHARACTERS = 4_096;

/** The place of a record in findings, with its key unless that is too long. */
export function placeOfRecord(
  entryName: string,
  recordIndex: number,
  value: JsonObject,
): { readonly entryName: string; readonly recordIndex: number; readonly url?: string } {
  const url = value['url'];
  const isKey = typeof url === 'string' && url.length <= MAX_KEY_CHARACTERS;
  return !isKey ? { entryName, recordIndex } : { entryName, recordIndex, url };
}
