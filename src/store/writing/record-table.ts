import type { RecordInput } from '../rows/record-input.ts';

/** What the lookup of a key returns, without reading the record. */
export interface FoundRecord {
  readonly id: number;
  readonly digest: number;
}

/** A record table with its link tables. */
export interface TableWriter<Key> {
  /** The record with this key; several records without a url may share a key, in which case a free one is returned. */
  find(key: Key, isFree: (id: number) => boolean): FoundRecord | undefined;
  /** The repository that a record refers to. */
  repoOf(record: RecordInput, key: Key): string | null;
  /** Inserts a new record; returns the repository that it refers to. */
  insert(record: RecordInput, key: Key, id: number): string | null;
  /** Replaces the record with this id by another version; returns the repository that it refers to. */
  replace(record: RecordInput, key: Key, id: number): string | null;
  /** The JSON text of the record with this id. */
  read(id: number): string | undefined;
  remove(id: number): void;
}

/** Identifies a record without a table of its own. */
export interface LooseKey {
  readonly kind: string;
  /** If null, the record is identified by its content. */
  readonly url: string | null;
  /** Record file in the tar, and the index of the record in it. */
  readonly entryName: string;
  readonly index: number;
  readonly record: RecordInput;
}
