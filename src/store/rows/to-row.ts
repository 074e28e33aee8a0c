import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Cell } from './conversions.ts';
import { RowDraft } from './field-writers.ts';
import { type InsertPlan, type InsertPlanner, NO_SHAPE } from './insert-plan.ts';
import type { RecordInput } from './record-input.ts';
import { LINK_CELLS, RECORD_CELLS } from './row-layout.ts';

/** A record as cells of its table and link tables, in the order of their layouts' columns. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly links: readonly LinkRow[];
}

export interface LinkRow {
  /** Index of the layout's link table. */
  readonly link: number;
  readonly cells: readonly Cell[];
}

/** The key of a stored record: `id` is assigned by the store, `url` is from the record. */
export interface RowKey {
  readonly id: number;
  readonly url: string;
}

/** Converts a record to a row. Fields that the cells cannot restore exactly go to `extra`. */
export function toRow(planner: InsertPlanner, record: RecordInput, key: RowKey): Row {
  const plan = planner.planFor(record.value);
  const values = Object.values(record.value); // In the order of the keys.
  const draft = new RowDraft(plan.blank, record);
  const links: LinkRow[] = [];
  draft.cells[RECORD_CELLS.id] = key.id;
  draft.cells[RECORD_CELLS.url] = key.url;
  draft.cells[RECORD_CELLS.shape] = plan.shapeId;
  draft.cells[RECORD_CELLS.digest] = record.digest;
  let index = 0;
  for (const field of plan.fields) {
    const value = values[index] ?? null;
    const isKept =
      field.link === undefined
        ? field.write(draft, value)
        : addItems(planner.links[field.link], value, { record, ownerId: key.id, link: field.link, links });
    if (!isKept) {
      draft.addExtra(field.key, record.jsonOf(field.key, value));
    }
    index += 1;
  }
  if (plan.defaults.length > 0) {
    fillDefaults(planner, draft, { plan, values, ownerId: key.id, links });
  }
  fillDerived(plan, draft, values);
  return { cells: draft.finish(), links };
}

interface DefaultsSource {
  readonly plan: InsertPlan;
  readonly values: readonly JsonValue[];
  readonly ownerId: number;
  readonly links: LinkRow[];
}

/** Fills fields that the exporter omitted from other fields; never read back. */
function fillDefaults(
  planner: InsertPlanner,
  draft: RowDraft,
  { plan, values, ownerId, links }: DefaultsSource,
): void {
  for (const { fromIndex, link, write } of plan.defaults) {
    const content = values[fromIndex] ?? null;
    if (content === null) {
      continue;
    }
    if (link === undefined) {
      write(draft, content);
    } else {
      addItems(planner.links[link], [content], { record: draft.record, ownerId, link, links });
    }
  }
}

function fillDerived(plan: InsertPlan, draft: RowDraft, values: readonly JsonValue[]): void {
  for (const derived of plan.derived) {
    draft.show(derived.cell, derived.derive(values));
  }
}

interface Owner {
  readonly record: RecordInput;
  readonly ownerId: number;
  readonly link: number;
  readonly links: LinkRow[];
}

/** Adds a row for each item that can become one; returns false if the rows cannot restore the array exactly. */
function addItems(planner: InsertPlanner | undefined, items: JsonValue, owner: Owner): boolean {
  if (planner === undefined || !Array.isArray(items)) {
    return false;
  }
  let isKept = true;
  const { hasShape } = planner.layout;
  items.forEach((item: JsonValue, position) => {
    const value = hasShape ? item : { value: item };
    if (!isJsonObject(value) || (!hasShape && typeof item !== 'string')) {
      isKept = false; // Shown by no row: an empty one would be another item.
      return;
    }
    const plan = planner.planFor(value);
    const draft = new RowDraft(plan.blank, owner.record);
    draft.cells[LINK_CELLS.owner] = owner.ownerId;
    draft.cells[LINK_CELLS.position] = position;
    isKept = fillItem(plan, draft, value) && isKept;
    owner.links.push({ link: owner.link, cells: draft.finish() });
  });
  return isKept;
}

/** Extra fields of an item are stored with the item if they are plain values, otherwise with the record. */
function fillItem(plan: InsertPlan, draft: RowDraft, value: JsonObject): boolean {
  const hasShape = plan.shapeId !== NO_SHAPE;
  const values = Object.values(value);
  if (hasShape) {
    draft.cells[LINK_CELLS.shape] = plan.shapeId;
  }
  let isKept = true;
  plan.fields.forEach(({ key, write }, index) => {
    const field = values[index] ?? null;
    if (write(draft, field)) {
      return;
    }
    if (hasShape && (field === null || typeof field === 'string' || typeof field === 'boolean')) {
      draft.addExtra(key, JSON.stringify(field));
    } else {
      isKept = false;
    }
  });
  fillDerived(plan, draft, values);
  return isKept;
}
