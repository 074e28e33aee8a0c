import type { JsonObject } from '../base/index.ts';
import { planRow, type RowLayout, type RowPlan } from './row-layout.ts';
import { type FieldDefault, fieldDefaultsOf } from './writer-defaults.ts';

/** How many plans of one table are remembered; hostile archives may give every record keys of its own. */
const MAX_PLANS = 1_000;

/** How many plans are tried by comparing keys, before a lookup by their text. Most kinds come in few shapes. */
const MAX_RECENT = 8;

/** How to write records with one list of keys. */
export interface WritingPlan extends RowPlan {
  /** What such records leave out, and what it is then filled from. */
  readonly defaults: readonly FieldDefault[];
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
  const allDefaults = fieldDefaultsOf(layout);
  let recent: readonly WritingPlan[] = [];

  function find(keys: readonly string[]): WritingPlan {
    const name = JSON.stringify(keys);
    const shapeId = layout.hasShape ? numberOf(keys) : 0;
    const defaults = allDefaults.filter(({ from, step }) => keys.includes(from) && !keys.includes(step.key));
    const plan = plans.get(name) ?? { shapeId, keys, steps: planRow(layout, keys), defaults };
    if (plans.size >= MAX_PLANS) {
      plans.clear();
    }
    plans.set(name, plan);
    recent = [plan, ...recent.slice(0, MAX_RECENT - 1)];
    return plan;
  }

  return {
    layout,
    links,
    planFor(value) {
      const keys = Object.keys(value);
      return recent.find((plan) => hasKeys(plan, keys)) ?? find(keys);
    },
  };
}

function hasKeys(plan: RowPlan, keys: readonly string[]): boolean {
  return plan.keys.length === keys.length && keys.every((key, index) => plan.keys[index] === key);
}
