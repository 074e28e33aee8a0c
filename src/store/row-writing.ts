import type { JsonObject } from '../base/index.ts';
import { createDerivedCells, type DerivedCell } from './derived-cells.ts';
import { createFieldWriter, type FieldWriter } from './field-writers.ts';
import { planRow, type RowLayout, type Step } from './row-layout.ts';
import { fieldDefaultsOf } from './writer-defaults.ts';

/** How many plans of one table are remembered; hostile archives may give every record keys of its own. */
const MAX_PLANS = 1_000;

/** How many plans are tried by comparing keys, before a lookup by their text. Most kinds come in few shapes. */
const MAX_RECENT = 32;

/** Instead of a shape's number, for items that have no keys of their own. */
export const NO_SHAPE = 0;

/** What becomes of one field of the objects that a plan is for. */
export interface PlannedField {
  readonly key: string;
  /** Which of the layout's links takes the items of the field, if any. */
  readonly link: number | undefined;
  readonly write: FieldWriter;
}

/** What a field that such objects leave out is filled from: the value at an index of their keys. */
export interface PlannedDefault extends PlannedField {
  readonly fromIndex: number;
}

/** How to write objects with one list of keys. */
export interface WritingPlan {
  readonly shapeId: number;
  readonly keys: readonly string[];
  /** A row with nothing in it. */
  readonly blank: readonly null[];
  /** In the order of the keys. */
  readonly fields: readonly PlannedField[];
  readonly defaults: readonly PlannedDefault[];
  readonly derived: readonly DerivedCell[];
}

/** Gives the number of a list of keys, the same for the same list. */
export type ShapeNumbering = (keys: readonly string[]) => number;

/** How to write the rows of a table: its layout, plans for objects by their keys, and the same for its links. */
export interface RowWriting {
  readonly layout: RowLayout;
  readonly links: readonly RowWriting[];
  planFor(value: JsonObject): WritingPlan;
}

/** A layout together with the plans for the keys that its objects turn out to have. */
export function createRowWriting(
  layout: RowLayout,
  links: readonly RowWriting[],
  numberOf: ShapeNumbering,
): RowWriting {
  const plans = new Map<string, WritingPlan>();
  const createPlan = createPlanner(layout);
  const recent: WritingPlan[] = [];

  function find(keys: readonly string[]): WritingPlan {
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

function createPlanner(layout: RowLayout): (keys: readonly string[], shapeId: number) => WritingPlan {
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

function hasKeys(plan: WritingPlan, keys: readonly string[]): boolean {
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
