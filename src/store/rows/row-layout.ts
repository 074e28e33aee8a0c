import { invariant } from '../../base/failure.ts';
import { WRITER_VARIATIONS } from '../../model/writer-variations.table.ts';
import type { ColumnField, DerivedColumn, FieldSpec, LinkTable, RecordTable } from '../table-spec.ts';
import { CONVERSIONS, type ConversionName } from './conversions.ts';

/** The cell for one value. */
export interface CellPlace {
  readonly cell: number;
  readonly conversion: (typeof CONVERSIONS)[ConversionName];
}

/** How one field is stored. `shared` means that another field of the same record may use the same column. */
export type Step =
  | { readonly type: 'kind' | 'url' | 'extra'; readonly key: string }
  | ({ readonly type: 'column' | 'shared'; readonly key: string } & CellPlace)
  | { readonly type: 'members'; readonly key: string; readonly members: readonly MemberPlace[] }
  | { readonly type: 'link'; readonly key: string; readonly link: number };

export interface MemberPlace extends CellPlace {
  readonly name: string;
}

/** How records with one list of keys are stored; used for both writing and reading. */
export interface RowPlan {
  readonly shapeId: number;
  readonly keys: readonly string[];
  readonly steps: readonly Step[];
}

/** A table's columns in the order of its cells, and the mapping from fields to columns. */
export interface RowLayout {
  readonly table: string;
  readonly columns: readonly string[];
  readonly fields: ReadonlyMap<string, FieldSpec>;
  readonly derived: readonly { readonly cell: number; readonly column: DerivedColumn }[];
  /** The kind that the field `type` repeats; set for record tables only. */
  readonly kind: string | undefined;
  readonly links: readonly LinkTable[];
  /** A row in which all cells are null. */
  readonly blank: readonly null[];
  /** Whether the rows have `shape_id` and, as the last column, `extra`. */
  readonly hasShape: boolean;
}

/** The first cells of every row of a record table; `extra` is the last one. */
export const RECORD_CELLS = { id: 0, url: 1, shape: 2, digest: 3 } as const;

/** The first cells of every row of a link table; tables of objects continue with a shape, and end with `extra`. */
export const LINK_CELLS = { owner: 0, position: 1, shape: 2 } as const;

export function layoutRecordTable(ownTable: RecordTable): RowLayout {
  const table = { ...ownTable, fields: withRenames(ownTable) };
  const links = Object.values(table.fields).flatMap((field) => ('link' in field ? [field.link] : []));
  return { ...layoutRow(['id', 'url', 'shape_id', 'digest'], table), kind: table.kind, links };
}

/** Adds the names that other exporters use for the fields of a table. */
function withRenames({ kind, fields }: RecordTable): RecordTable['fields'] {
  const renames = Object.entries(WRITER_VARIATIONS[kind]?.renames ?? {});
  return {
    ...fields,
    ...Object.fromEntries(
      renames.flatMap(([name, meant]) => {
        const field = fields[meant];
        return field === undefined ? [] : [[name, field]];
      }),
    ),
  };
}

export function layoutLinkTable(table: LinkTable): RowLayout {
  const hasShape = table.items === 'objects';
  const first = [table.owner, 'position', ...(hasShape ? ['shape_id'] : [])];
  return { ...layoutRow(first, table), kind: undefined, links: [] };
}

function layoutRow(
  first: readonly string[],
  spec: RecordTable | LinkTable,
): Omit<RowLayout, 'kind' | 'links'> {
  const names = new Set(first);
  for (const field of Object.values(spec.fields)) {
    for (const column of columnsOf(field)) {
      names.add(column);
    }
  }
  const derivedFrom = names.size;
  const derived = Object.entries<DerivedColumn>(spec.derived);
  const hasShape = first.includes('shape_id');
  const columns = [...names, ...derived.map(([name]) => name), ...(hasShape ? ['extra'] : [])];
  return {
    table: spec.table,
    hasShape,
    columns,
    blank: columns.map(() => null),
    fields: new Map<string, FieldSpec>(Object.entries(spec.fields)),
    derived: derived.map(([, column], index) => ({ cell: derivedFrom + index, column })),
  };
}

function columnsOf(field: FieldSpec): readonly string[] {
  if ('column' in field) {
    return [field.column];
  }
  return 'members' in field ? Object.values(field.members).map((member) => member.column) : [];
}

/** The steps for records with these keys in this order. */
export function planRow(layout: RowLayout, keys: readonly string[]): readonly Step[] {
  const cellOf = new Map(layout.columns.map((name, index) => [name, index]));
  const place = ({ column, as }: ColumnField) => {
    const cell = cellOf.get(column);
    invariant(cell !== undefined, 'every column of a field is a column of its layout');
    return { cell, conversion: CONVERSIONS[as] };
  };
  return keys.map((key): Step => {
    const field = layout.fields.get(key);
    if (layout.kind !== undefined && (key === 'type' || key === 'url')) {
      return { type: key === 'type' ? 'kind' : 'url', key };
    }
    if (field === undefined) {
      return { type: 'extra', key };
    }
    if ('link' in field) {
      return { type: 'link', key, link: layout.links.indexOf(field.link) };
    }
    if ('members' in field) {
      const members = Object.entries(field.members);
      return { type: 'members', key, members: members.map(([name, to]) => ({ name, ...place(to) })) };
    }
    const rivals = keys.filter((other) => hasColumn(layout.fields.get(other), field.column));
    return { type: rivals.length > 1 ? 'shared' : 'column', key, ...place(field) };
  });
}

function hasColumn(field: FieldSpec | undefined, column: string): boolean {
  return field !== undefined && 'column' in field && field.column === column;
}
