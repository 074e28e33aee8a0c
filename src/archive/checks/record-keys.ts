import { isRecordKind } from '../../model/record-kind.ts';
import { RECORD_KINDS, type RecordKind } from '../../model/record-kinds.table.ts';
import { type Fingerprint, fingerprintOf, taggedKey, withTag } from '../fingerprints.ts';
import type { ScratchFile } from './scratch-file.ts';
import { SpillingTable } from './spilling-table.ts';

/** Other things than records of known kinds that a text may identify. */
const MORE_NAMED = ['label', 'category_name', 'rejected', 'other'] as const;

/** The type of thing that a text in an archive identifies. */
export type Named = RecordKind | (typeof MORE_NAMED)[number];

/** The URLs in an archive by what they identify, in bounded memory. */
export interface RecordKeys {
  /** One row for each key; the word after the key is the record's number in the archive plus 1. */
  readonly table: SpillingTable;
  /** Adds a record; false if another one with its kind and URL is known. */
  addRecord(kind: string, url: string, ordinal: number): boolean;
  /** Adds a text that identifies something other than a record. */
  addName(named: Named, text: string): void;
  /** The tag for keys of this type. */
  tagOf(named: Named): number;
  /** True for tags of records, which must be unique. */
  isRecordTag(tag: number): boolean;
}

export function createRecordKeys(options: {
  readonly scratch: ScratchFile;
  readonly maxRows: number;
}): RecordKeys {
  const table = new SpillingTable({ ...options, payloadWords: 1 });
  const tags = new Map<string, number>(
    [...Object.keys(RECORD_KINDS), ...MORE_NAMED].map((name, tag) => [name, tag]),
  );
  const other = tags.get('other') ?? 0;
  const firstName = tags.get('label') ?? 0;

  function add(key: Fingerprint, ordinal: number): boolean {
    const at = table.insert(key) + 2;
    if (table.words[at] !== 0) {
      return false;
    }
    table.words[at] = ordinal + 1;
    return true;
  }

  return {
    table,
    addRecord(kind, url, ordinal) {
      const key = isRecordKind(kind)
        ? taggedKey(url, tags.get(kind) ?? other)
        : withTag(fingerprintOf(url, kind), other);
      return add(key, ordinal);
    },
    addName(named, text) {
      add(taggedKey(text, tags.get(named) ?? other), 0);
    },
    tagOf: (named) => tags.get(named) ?? other,
    isRecordTag: (tag) => tag < firstName || tag === other,
  };
}
