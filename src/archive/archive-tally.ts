import type { JsonObject } from '../base/index.ts';
import {
  createFindingCounter,
  type Finding,
  type FindingTally,
  kindOfRecordFile,
  type RecordBatch,
} from '../model/index.ts';
import {
  type ArchiveEntry,
  type ArchiveEvent,
  type ContainerSummary,
  NOTHING_READ,
} from './archive-event.ts';

/** What one kind has in an archive. */
export interface KindTally {
  fileCount: number;
  /** Bytes of its record files. */
  sizeBytes: number;
  /** Records, rejected ones included. */
  recordCount: number;
  rejectedCount: number;
}

/** The counts that every report on an archive has. */
export interface ArchiveTally {
  observe(event: ArchiveEvent): void;
  /** Counts a finding that a report makes itself. */
  addFinding(finding: Finding): void;
  /** By kind, in order of names. */
  kinds(): readonly (readonly [kind: string, tally: Readonly<KindTally>])[];
  findings(): readonly FindingTally[];
  /** Of an archive that was not read to its end: not whole, and nothing known. */
  container(): ContainerSummary;
  /** The content of schema.json, or undefined where it has not been seen. */
  schemaDocument(): JsonObject | undefined;
}

/** Beyond this number, kinds are counted together: the names of record files may all differ. */
const MAX_KINDS = 2_000;
const OTHER_KINDS = 'other';

/** Creates the counts of one archive, all zero. `onFinding` is called with each finding as it is counted. */
export function createArchiveTally(onFinding?: (finding: Finding) => void): ArchiveTally {
  const kinds = new Map<string, KindTally>();
  const findings = createFindingCounter();
  let container = NOTHING_READ;
  let schemaDocument: JsonObject | undefined;

  function addFinding(finding: Finding): void {
    findings.add(finding);
    onFinding?.(finding);
  }

  function tallyOf(name: string): KindTally {
    const kind = kinds.has(name) || kinds.size < MAX_KINDS ? name : OTHER_KINDS;
    const tally = kinds.get(kind) ?? { fileCount: 0, sizeBytes: 0, recordCount: 0, rejectedCount: 0 };
    kinds.set(kind, tally);
    return tally;
  }

  function countFile(entry: ArchiveEntry): void {
    const tally = tallyOf(kindOfRecordFile(entry.name));
    tally.fileCount += 1;
    tally.sizeBytes += entry.sizeBytes;
  }

  function countRecords(batch: RecordBatch): void {
    const tally = tallyOf(batch.kind);
    tally.recordCount += batch.records.length + batch.rejected.length;
    tally.rejectedCount += batch.rejected.length;
    for (const record of batch.rejected) {
      record.findings.forEach(addFinding);
    }
  }

  return {
    observe(event) {
      if (event.type === 'records') {
        countRecords(event.batch);
      } else if (event.type === 'finding') {
        addFinding(event.finding);
      } else if (event.type === 'end') {
        container = event.container;
      } else if (event.type === 'document') {
        schemaDocument = event.entryName === 'schema.json' ? event.value : schemaDocument;
      } else if (event.entry.class === 'records') {
        countFile(event.entry);
      }
    },
    addFinding,
    kinds: () => [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)),
    findings: findings.tallies,
    container: () => container,
    schemaDocument: () => schemaDocument,
  };
}

/** A text member of a document, or undefined where it is not text. */
export function textMember(document: JsonObject | undefined, name: string): string | undefined {
  const value = document?.[name];
  return typeof value === 'string' ? value : undefined;
}
