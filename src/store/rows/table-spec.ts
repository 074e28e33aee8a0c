import type { RecordKind } from '../../model/index.ts';
import type { ConversionName } from './conversions.ts';
import type { UrlReadingName } from './url-readings.ts';

/** A field that has a column. Two fields may share one: then the first with a value takes it. */
export interface ColumnField {
  readonly column: string;
  readonly as: ConversionName;
}

/** A field of an array's item or of a nested object. Numbers have no place there: only a record knows its literals. */
export interface NestedField extends ColumnField {
  readonly as: 'text' | 'flag' | 'timestamp';
}

/** A field that holds an object whose members, exactly these in this order, have columns. */
export interface MembersField {
  readonly members: Readonly<Record<string, NestedField>>;
}

/** A field that holds an array whose items are rows of a link table. */
export interface LinkField {
  readonly link: LinkTable;
}

export type FieldSpec = ColumnField | MembersField | LinkField;

/** A column for people, read from the first of these fields that is a url; never read back. */
export interface ReadColumn {
  readonly read: UrlReadingName;
  readonly from: readonly string[];
}

/** A column for people that says which of some fields has a value; never read back. */
export interface StateColumn {
  /** The word of the first field here that is there and neither null nor empty. */
  readonly words: readonly (readonly [field: string, word: string])[];
  readonly otherwise: string;
}

export type DerivedColumn = ReadColumn | StateColumn;

/** How an object becomes a row: each field goes to its column, all others to `extra`. */
export interface RowSpec {
  readonly table: string;
  readonly fields: Readonly<Record<string, FieldSpec>>;
  readonly derived: Readonly<Record<string, DerivedColumn>>;
}

/** The table of one kind of record. */
export interface RecordTable extends RowSpec {
  readonly kind: RecordKind;
}

/** A table of array items, which are all objects or all strings (the one field `value`). */
export interface LinkTable {
  readonly table: string;
  /** Column that holds the id of the record with the array. */
  readonly owner: string;
  readonly items: 'objects' | 'strings';
  readonly fields: Readonly<Record<string, NestedField>>;
  readonly derived: Readonly<Record<string, ReadColumn>>;
}

export function text(column: string): NestedField {
  return { column, as: 'text' };
}

export function flag(column: string): NestedField {
  return { column, as: 'flag' };
}

export function integer(column: string): ColumnField {
  return { column, as: 'integer' };
}

export function timestamp(column: string): NestedField {
  return { column, as: 'timestamp' };
}

export function link(table: LinkTable): LinkField {
  return { link: table };
}

/** A derived column; `from` names fields in order of preference. */
export function read(reading: UrlReadingName, ...from: readonly string[]): ReadColumn {
  return { read: reading, from };
}
