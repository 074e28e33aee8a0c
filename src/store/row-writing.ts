import type { JsonObject } from '../base/index.ts';
import { planRow, type RowLayout, type RowPlan } from './row-layout.ts';
import { type FieldDefault, fieldDefaultsOf } from './writer-defaults.ts';

/** How many plans of one table are remembered; hostile archives may give every record keys of its own. */
const MAX_PLANS = 1_000;

/** How many plans are tried by comparing keys, before a lookup by their text. Most kinds come in few shapes. */
const MAX_RECENT = 8;

/** Gives the number of a list of keys, the same for the same list. */
export type ShapeNumbering = (keys: readonly string[]) => number;

/** How to write the rows of a table: its layout, plans for objects by their keys, and the same for its links. */
export interface RowWriting {
  readonly layout: RowLayout;
  readonly links: readonly RowWriting[];
  /** What to fill where a writer leaves a field out. */
  readonly defaults: readonly FieldDefault[];
  planFor(value: JsonObject): RowPlan;
}

/** A layout together with the plans for the keys that its objects turn out to have. */
export function createRowWriting(
  layout: RowLayout,
  links: readonly RowWriting[],
  numberOf: ShapeNumbering,
): RowWriting {
  const plans = new Map<string, RowPlan>();
  let recent: readonly RowPlan[] = [];

  function find(keys: readonly string[]): RowPlan {
    const name = JSON.stringify(keys);
    const shapeId = layout.hasShape ? numberOf(keys) : 0;
    const plan = plans.get(name) ?? { shapeId, keys, steps: planRow(layout, keys) };
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
    defaults: fieldDefaultsOf(layout),
    planFor(value) {
      const keys = Object.keys(value);
      return recent.find((plan) => hasKeys(plan, keys)) ?? find(keys);
    },
  };
}

function hasKeys(plan: RowPlan, keys: readonly string[]): boolean {
  return plan.keys.length === keys.length && keys.every((key, index) => plan.keys[index] === key);
}
