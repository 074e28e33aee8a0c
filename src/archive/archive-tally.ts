import type { JsonObject } from '../base/json.ts';
import { createFindingCounter, type Finding, type FindingTally } from '../model/findings.ts';
import { kindOfRecordFile } from '../model/record-kind.ts';
import type { RecordBatch } from '../model/records.ts';
import {
  type ArchiveEntry,
  type ArchiveEvent,
  type ContainerSummary,
  NOTHING_READ,
} from './archive-event.ts';

/** Counts for one kind of record in an archive. */
export interface KindTally {
  fileCount: number;
  /** Bytes of its record files. */
  sizeBytes: number;
  /** Records, including rejected ones. */
  recordCount: number;
  rejectedCount: number;
}

/** The counts that all reports on an archive contain. */
export interface ArchiveTally {
  observe(event: ArchiveEvent): void;
  /** Counts a finding that is not an event of the archive. */
  addFinding(finding: Finding): void;
  /** Sorted by the name of the kind. */
  kinds(): readonly (readonly [kind: string, tally: Readonly<KindTally>])[];
  findings(): readonly FindingTally[];
  /** `NOTHING_READ` until the archive was read to its end. */
  container(): ContainerSummary;
  /** The content of schema.json; undefined if it was not read. */
  schemaDocument(): JsonObject | undefined;
}

/** Further kinds are counted together, because the names of record files could all differ. */
const MAX_KINDS = 2_000;
const OTHER_KINDS = 'other';

/** Creates the counts of one archive. `onFinding` is called with each finding. */
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

/** A string member of a document; undefined if it is absent or not a string. */
export function textMember(document: JsonObject | undefined, name: string): string | undefined {
  const value = document?.[name];
  return typeof value === 'string' ? value : undefined;
}
