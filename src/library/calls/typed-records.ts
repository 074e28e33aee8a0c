import type { RecordValues } from '../../../schemas/library/records.d.ts';
import type { RecordKind } from '../../model/record-kinds.table.ts';
import type { RecordHistory as FoundHistory } from '../../reading/find-history.ts';
import type { RecordDifference } from '../../store/read-differences.ts';
import type { RecordVersion } from '../../store/read-history.ts';
import type { StoredRecord } from '../../store/read-records.ts';

/** A record of a kind in a store, with the value that its schema describes. */
export interface StoredRecordOf<Kind extends string, Value> extends StoredRecord {
  readonly kind: Kind;
  /** Parsed from `json` when it is read. Numbers that JavaScript cannot represent are rounded. */
  readonly value: Value;
}

/** The records of a store by kind: after `record.kind === 'issue'`, the value is that of an issue. */
export type AnyStoredRecord = {
  readonly [Kind in RecordKind]: StoredRecordOf<Kind, RecordValues[Kind]>;
}[RecordKind];

/** A record of a kind that differs between two snapshots. */
export interface DifferenceOf<Kind extends string, Value> extends Omit<RecordDifference, 'before' | 'after'> {
  readonly kind: Kind;
  /** At the first snapshot, with the repository's name at the second; undefined if it did not exist there. */
  readonly before: Value | undefined;
  /** At the second snapshot; undefined if it did not exist there. */
  readonly after: Value | undefined;
}

/** What differs between two snapshots by kind: after `difference.kind === 'issue'`, the values are those of an issue. */
export type AnyDifference = {
  readonly [Kind in RecordKind]: DifferenceOf<Kind, RecordValues[Kind]>;
}[RecordKind];

/** A version of a record of a kind, and how long it was current. */
export interface VersionOf<Kind extends string, Value> extends RecordVersion {
  readonly kind: Kind;
  /** Parsed from `json` when it is read; undefined while the record was absent. */
  readonly value: Value | undefined;
}

/** The versions of records by kind: after `version.kind === 'issue'`, the value is that of an issue. */
export type AnyVersion = {
  readonly [Kind in RecordKind]: VersionOf<Kind, RecordValues[Kind]>;
}[RecordKind];

/** All versions of one record, and of those that share its url, the oldest first. */
export interface RecordHistory {
  readonly url: string;
  readonly versions: readonly AnyVersion[];
}

// Values are valid by the schemas that the types are made from. Those of other kinds, from archives of a later service, are
// not among the types.

export function asRecord(record: StoredRecord): AnyStoredRecord {
  return withValue(record) as AnyStoredRecord;
}

export function asHistory({ versions, ...history }: FoundHistory): RecordHistory {
  return { ...history, versions: versions.map(withValue) as readonly AnyVersion[] };
}

/** A difference with values instead of texts; they are parsed when they are read. */
export function asDifference(difference: RecordDifference): AnyDifference {
  return Object.defineProperties(
    { ...difference },
    {
      before: { get: () => parsed(difference.before), enumerable: true },
      after: { get: () => parsed(difference.after), enumerable: true },
    },
  ) as unknown as AnyDifference;
}

function withValue<Item extends { readonly json: string | undefined }>(item: Item): object {
  return Object.defineProperty(item, 'value', { get: () => parsed(item.json), enumerable: true }); // Copies have it, too.
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text);
}
