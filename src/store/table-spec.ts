import type { RecordKind } from '../model/record-kinds.table.ts';
import type { ConversionName } from './rows/conversions.ts';
import type { UrlReadingName } from './url-readings.ts';

/** A field with a column of its own. If two fields share a column, the first one with a value takes it. */
export interface ColumnField {
  readonly column: string;
  readonly as: ConversionName;
}

/**
 * A field of an array item or a nested object. Numbers are not supported there, because their literals are not
 * available.
 */
export interface NestedField extends ColumnField {
  readonly as: 'text' | 'flag' | 'timestamp';
}

/** A field that contains an object whose members, exactly these in this order, have columns. */
export interface MembersField {
  readonly members: Readonly<Record<string, NestedField>>;
}

/** A field that contains an array whose items become rows of a link table. */
export interface LinkField {
  readonly link: LinkTable;
}

export type FieldSpec = ColumnField | MembersField | LinkField;

/** A derived column, computed from the first of these fields that is a url; never read back. */
export interface ReadColumn {
  readonly read: UrlReadingName;
  readonly from: readonly string[];
}

/** A derived column that shows which of several fields has a value; never read back. */
export interface StateColumn {
  /** The word of the first of these fields that is present and neither null nor empty. */
  readonly words: readonly (readonly [field: string, word: string])[];
  readonly otherwise: string;
}

export type DerivedColumn = ReadColumn | StateColumn;

/** How an object is mapped to a row: fields without a column go to `extra`. */
export interface RowSpec {
  readonly table: string;
  readonly fields: Readonly<Record<string, FieldSpec>>;
  readonly derived: Readonly<Record<string, DerivedColumn>>;
}

export interface RecordTable extends RowSpec {
  readonly kind: RecordKind;
}

/** A table of array items, which are either all objects or all strings (with the single field `value`). */
export interface LinkTable {
  readonly table: string;
  /** Column with the id of the record that contains the array. */
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

/** Defines a derived column; `from` lists fields in order of preference. */
export function read(reading: UrlReadingName, ...from: readonly string[]): ReadColumn {
  return { read: reading, from };
}
