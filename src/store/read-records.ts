import type { Open } from '../base/json.ts';
import type { RecordKind } from '../model/record-kinds.table.ts';
import type { Database, Statement } from './database.ts';
import { RECORD_TABLES } from './record-tables.table.ts';
import type { Cell } from './rows/conversions.ts';
import { splitMembers } from './rows/json-members.ts';
import {
  LINK_CELLS,
  layoutLinkTable,
  layoutRecordTable,
  planRow,
  RECORD_CELLS,
  type RowLayout,
  type RowPlan,
  type Step,
} from './rows/row-layout.ts';

/** Maximum number of cached plans per table; hostile archives may use different keys in every record. */
const MAX_PLANS = 1_000;

/** A record as in its archive. */
export interface StoredRecord {
  /** The id in the store, the same for all versions of the record. */
  readonly id: number;
  readonly kind: Open<RecordKind>;
  /** Undefined if the record has no url. */
  readonly url: string | undefined;
  /** `owner/name` of its repository; undefined if it has none. */
  readonly repo: string | undefined;
  /** Its JSON text: identical to the archive's apart from white space, including number literals. */
  readonly json: string;
}

/** Reads the records of a store, of one kind or all, ordered by kind and id. */
export function* readRecords(db: Database, kind?: string): Generator<StoredRecord> {
  for (const layout of RECORD_TABLES.map(layoutRecordTable)) {
    if (kind === undefined || kind === layout.kind) {
      const read = createRowReader(db, layout);
      for (const cells of selectRows(db, layout, 'ORDER BY id').iterate()) {
        yield read(cells);
      }
    }
  }
  yield* readOtherRecords(db, kind);
}

/** Creates a function that reads one record of a table by its id. */
export function createRecordReader(
  db: Database,
  layout: RowLayout,
): (id: number) => StoredRecord | undefined {
  const select = selectRows(db, layout, 'WHERE id = ?');
  const read = createRowReader(db, layout);
  return (id) => {
    const cells = select.get(id);
    return cells === undefined ? undefined : read(cells);
  };
}

function createRowReader(db: Database, layout: RowLayout): (cells: readonly Cell[]) => StoredRecord {
  const planOf = createPlanBook(db, layout);
  const items = layout.links.map((link) => createItemReader(db, layoutLinkTable(link)));
  const repoCell = layout.columns.indexOf('repo');
  return (cells) => {
    const id = Number(cells[RECORD_CELLS.id]);
    const itemsOf = (link: number) => items[link]?.(id) ?? [];
    const plan = planOf(cells[RECORD_CELLS.shape] ?? null);
    const json = toRecord({ layout, plan, cells, itemsOf });
    const repo = cells[repoCell];
    return {
      id,
      kind: layout.kind ?? '',
      url: String(cells[RECORD_CELLS.url]),
      repo: typeof repo === 'string' ? repo : undefined,
      json,
    };
  };
}

interface OtherRow {
  readonly id: number;
  readonly kind: string;
  readonly url: string | null;
  readonly repo: string | null;
  readonly json: string;
}

function* readOtherRecords(db: Database, kind: string | undefined): Generator<StoredRecord> {
  const rows = db.prepare<{ kind: string | null }, OtherRow>(
    'SELECT id, kind, url, repo, json FROM other_records WHERE kind = coalesce(@kind, kind) ORDER BY id',
  );
  for (const row of rows.iterate({ kind: kind ?? null })) {
    yield { ...row, url: row.url ?? undefined, repo: row.repo ?? undefined };
  }
}

/** Creates a function that reads the items of a record in order, as JSON texts. */
function createItemReader(db: Database, layout: RowLayout): (owner: Cell) => readonly string[] {
  const owner = layout.columns[LINK_CELLS.owner] ?? '';
  const select = selectRows(db, layout, `WHERE ${owner} = ? ORDER BY position`);
  if (!layout.hasShape) {
    const plan = { shapeId: 0, keys: ['value'], steps: planRow(layout, ['value']) };
    return (id) => select.all(id).map((cells) => toItemValue({ layout, plan, cells }));
  }
  const planOf = createPlanBook(db, layout);
  return (id) =>
    select.all(id).map((cells) => toRecord({ layout, plan: planOf(cells[LINK_CELLS.shape] ?? null), cells }));
}

function selectRows(db: Database, layout: RowLayout, clause: string): Statement<Cell[], Cell[]> {
  const columns = layout.columns.join(', ');
  return db.prepare<Cell[], Cell[]>(`SELECT ${columns} FROM ${layout.table} ${clause}`).raw(true);
}

function createPlanBook(db: Database, layout: RowLayout): (shapeId: Cell) => RowPlan {
  const find = db.prepare<[Cell], string>('SELECT keys FROM record_shapes WHERE id = ?').pluck();
  const plans = new Map<Cell, RowPlan>();
  return (shapeId) => {
    const known = plans.get(shapeId);
    if (known !== undefined) {
      return known;
    }
    const keys: readonly string[] = JSON.parse(find.get(shapeId) ?? '[]');
    const plan = { shapeId: Number(shapeId), keys, steps: planRow(layout, keys) };
    if (plans.size >= MAX_PLANS) {
      plans.clear();
    }
    plans.set(shapeId, plan);
    return plan;
  };
}

/** The input for restoring an object from a row. */
interface RowReading {
  readonly layout: RowLayout;
  readonly plan: RowPlan;
  readonly cells: readonly Cell[];
  /** The items of the given link in order, as JSON texts; records only. */
  readonly itemsOf?: (link: number) => readonly string[];
}

/** Restores the JSON text of the object that a row was made from, with the order of its keys and its literals. */
function toRecord(row: RowReading): string {
  const { layout, plan, cells } = row;
  const extraCell = layout.hasShape ? cells[cells.length - 1] : null;
  const extra = typeof extraCell === 'string' ? splitMembers(extraCell) : undefined;
  const last = plan.steps.length - 1;
  const members = plan.steps.map((step, index) => {
    const json = extra?.get(step.key) ?? fieldText(step, row);
    return `${index === 0 ? '{' : ''}${JSON.stringify(step.key)}:${json}${index === last ? '}' : ''}`;
  });
  // In one copy: braces around the joined text would become another one when it is used.
  return members.length === 0 ? '{}' : members.join(',');
}

/** The JSON text of an item of an array of strings. */
function toItemValue(row: RowReading): string {
  return row.plan.steps.map((step) => fieldText(step, row)).join('');
}

function fieldText(step: Step, { layout, cells, itemsOf }: RowReading): string {
  switch (step.type) {
    case 'kind':
      return JSON.stringify(layout.kind);
    case 'url':
      return JSON.stringify(cells[RECORD_CELLS.url]);
    case 'column':
    case 'shared':
      return JSON.stringify(step.conversion.fromCell(cells[step.cell] ?? null));
    case 'members':
      return `{${step.members
        .map(
          ({ name, cell, conversion }) =>
            `${JSON.stringify(name)}:${JSON.stringify(conversion.fromCell(cells[cell] ?? null))}`,
        )
        .join(',')}}`;
    case 'link':
      return `[${itemsOf?.(step.link).join(',') ?? ''}]`;
    case 'extra':
      return 'null'; // Any other field without a column is in the row's `extra`.
  }
}
