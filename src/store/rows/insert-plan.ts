import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isRecordKind } from '../../model/record-kind.ts';
import { WRITER_VARIATIONS } from '../../model/writer-variations.table.ts';
import type { Database } from '../database.ts';
import { RECORD_TABLES } from '../record-tables.table.ts';
import type { DerivedColumn, ReadColumn, StateColumn } from '../table-spec.ts';
import { URL_READINGS } from '../url-readings.ts';
import type { Cell } from './conversions.ts';
import { createFieldWriter, type FieldWriter } from './field-writers.ts';
import { layoutLinkTable, layoutRecordTable, planRow, type RowLayout, type Step } from './row-layout.ts';

/** Maximum number of cached plans per table; hostile archives may use different keys in every record. */
const MAX_PLANS = 1_000;

/** How many recent plans are compared by their keys before a lookup by JSON text. Most kinds have few shapes. */
const MAX_RECENT = 32;

/** Replaces the shape id of items that have no keys. */
export const NO_SHAPE = 0;

export interface PlannedField {
  readonly key: string;
  /** Index of the layout's link table for the items of the field, if it has any. */
  readonly link: number | undefined;
  readonly write: FieldWriter;
}

/** A field that the objects omit, filled from the value at `fromIndex` of their keys. */
export interface PlannedDefault extends PlannedField {
  readonly fromIndex: number;
}

/** How objects with one list of keys are converted to rows. */
export interface InsertPlan {
  readonly shapeId: number;
  readonly keys: readonly string[];
  /** A row in which all cells are null. */
  readonly blank: readonly null[];
  /** In the order of the keys. */
  readonly fields: readonly PlannedField[];
  readonly defaults: readonly PlannedDefault[];
  readonly derived: readonly DerivedCell[];
}

/** Returns the shape id of a list of keys. */
type ShapeNumbering = (keys: readonly string[]) => number;

/** Plans the rows of a table and its link tables. */
export interface InsertPlanner {
  readonly layout: RowLayout;
  readonly links: readonly InsertPlanner[];
  planFor(value: JsonObject): InsertPlan;
}

/** The planners of all record tables, by kind. */
export function createInsertPlanners(db: Database): ReadonlyMap<string, InsertPlanner> {
  const numberOf = createShapeNumbering(db);
  return new Map(
    RECORD_TABLES.map((table) => {
      const layout = layoutRecordTable(table);
      const links = layout.links.map((link) => createInsertPlanner(layoutLinkTable(link), [], numberOf));
      return [table.kind, createInsertPlanner(layout, links, numberOf)];
    }),
  );
}

function createInsertPlanner(
  layout: RowLayout,
  links: readonly InsertPlanner[],
  numberOf: ShapeNumbering,
): InsertPlanner {
  const plans = new Map<string, InsertPlan>();
  const createPlan = createPlanner(layout);
  const recent: InsertPlan[] = [];

  function find(keys: readonly string[]): InsertPlan {
    const name = JSON.stringify(keys);
    const plan = plans.get(name) ?? createPlan(keys, layout.hasShape ? numberOf(keys) : NO_SHAPE);
    if (plans.size >= MAX_PLANS) {
      plans.clear();
    }
    plans.set(name, plan);
    recent.unshift(plan);
    recent.length = Math.min(recent.length, MAX_RECENT);
    return plan;
  }

  return {
    layout,
    links,
    planFor(value) {
      const keys = Object.keys(value);
      for (const plan of recent) {
        if (hasKeys(plan, keys)) {
          return plan;
        }
      }
      return find(keys);
    },
  };
}

function createPlanner(layout: RowLayout): (keys: readonly string[], shapeId: number) => InsertPlan {
  const derivedOf = createDerivedCells(layout);
  const allDefaults = fieldDefaultsOf(layout);
  const plan = (step: Step): PlannedField => ({
    key: step.key,
    link: step.type === 'link' ? step.link : undefined,
    write: createFieldWriter(step, layout),
  });
  return (keys, shapeId) => ({
    shapeId,
    keys,
    blank: layout.blank,
    fields: planRow(layout, keys).map(plan),
    defaults: allDefaults
      .filter(({ from, step }) => keys.includes(from) && !keys.includes(step.key))
      .map(({ from, step }) => ({ ...plan(step), fromIndex: keys.indexOf(from) })),
    derived: derivedOf(keys),
  });
}

function hasKeys(plan: InsertPlan, keys: readonly string[]): boolean {
  const { length } = keys;
  if (plan.keys.length !== length) {
    return false;
  }
  for (let index = 0; index < length; index += 1) {
    if (plan.keys[index] !== keys[index]) {
      return false;
    }
  }
  return true;
}

/** A field that some exporters omit, and the field of the same record that fills its cells instead. */
interface FieldDefault {
  readonly from: string;
  readonly step: Step;
}

/** The defaults of a record table. They are never read back, because the record's shape does not contain the field. */
function fieldDefaultsOf(layout: RowLayout): readonly FieldDefault[] {
  const { kind } = layout;
  if (kind === undefined || !isRecordKind(kind)) {
    return [];
  }
  return Object.entries(WRITER_VARIATIONS[kind]?.defaults ?? {}).flatMap(([field, from]) =>
    planRow(layout, [field]).map((step) => ({ from, step })),
  );
}

/** Assigns ids to lists of keys in the table `record_shapes`, which grows as new lists appear. */
function createShapeNumbering(db: Database): ShapeNumbering {
  const find = db.prepare<[string], number>('SELECT id FROM record_shapes WHERE keys = ?').pluck();
  const add = db
    .prepare<[string], number>('INSERT INTO record_shapes (keys) VALUES (?) RETURNING id')
    .pluck();
  return (keys) => {
    const json = JSON.stringify(keys);
    return find.get(json) ?? Number(add.get(json));
  };
}

/** A derived column for records with one particular list of keys; values are passed in the order of those keys. */
interface DerivedCell {
  readonly cell: number;
  derive(values: readonly JsonValue[]): Cell;
}

/** Creates a function that returns the derived columns of a table for a list of keys. */
function createDerivedCells(layout: RowLayout): (keys: readonly string[]) => readonly DerivedCell[] {
  const columns = layout.derived.map(({ cell, column }) => ({ cell, prepare: prepareDerivation(column) }));
  return (keys) => columns.map(({ cell, prepare }) => ({ cell, derive: prepare(keys) }));
}

type Derivation = DerivedCell['derive'];

function prepareDerivation(column: DerivedColumn): (keys: readonly string[]) => Derivation {
  if ('words' in column) {
    return (keys) => deriveWord(column, keys);
  }
  const read = createUrlReader(column);
  return (keys) => deriveReading(column, keys, read);
}

function deriveWord({ words, otherwise }: StateColumn, keys: readonly string[]): Derivation {
  const places = words
    .map(([field, word]) => ({ index: keys.indexOf(field), word }))
    .filter(({ index }) => index >= 0);
  return (values) => places.find(({ index }) => (values[index] ?? '') !== '')?.word ?? otherwise;
}

function deriveReading(
  { from }: ReadColumn,
  keys: readonly string[],
  read: (url: string) => Cell,
): Derivation {
  const indexes = from.map((field) => keys.indexOf(field)).filter((index) => index >= 0);
  return (values) => {
    for (const index of indexes) {
      const url = values[index];
      const found = typeof url === 'string' ? read(url) : null;
      if (found !== null) {
        return found;
      }
    }
    return null;
  };
}

/** Caches the last url, because records of one thread are adjacent. */
function createUrlReader({ read }: ReadColumn): (url: string) => Cell {
  const readUrl = URL_READINGS[read];
  let lastUrl: string | undefined;
  let lastReading: Cell = null;
  return (url) => {
    if (url !== lastUrl) {
      lastReading = readUrl(url);
      lastUrl = url;
    }
    return lastReading;
  };
}
