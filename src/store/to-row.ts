import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.ts';
import type { Cell } from './conversions.ts';
import type { RecordInput } from './record-input.ts';
import { RowDraft } from './row-draft.ts';
import { LINK_CELLS, RECORD_CELLS } from './row-layout.ts';
import type { RowWriting, WritingPlan } from './row-writing.ts';

/** A record as cells of its own table and of its link tables, in the order of their layouts' columns. */
export interface Row {
  readonly cells: readonly Cell[];
  readonly links: readonly LinkRow[];
}

export interface LinkRow {
  /** Which of the layout's links. */
  readonly link: number;
  readonly cells: readonly Cell[];
}

/** The key under which a record is stored; `id` is ours, `url` its own. */
export interface RowKey {
  readonly id: number;
  readonly url: string;
}

/** Makes the row of a record. Every field that its cells would not give back exactly goes to `extra`. */
export function toRow(writing: RowWriting, record: RecordInput, key: RowKey): Row {
  const plan = writing.planFor(record.value);
  const draft = new RowDraft(writing.layout, record);
  const links: LinkRow[] = [];
  draft.cells[RECORD_CELLS.id] = key.id;
  draft.cells[RECORD_CELLS.url] = key.url;
  draft.cells[RECORD_CELLS.shape] = plan.shapeId;
  draft.cells[RECORD_CELLS.digest] = record.digest;
  for (const step of plan.steps) {
    const value = record.value[step.key] ?? null;
    const isKept =
      step.type === 'link'
        ? addItems(writing.links[step.link], value, { record, ownerId: key.id, link: step.link, links })
        : draft.fill(step, value);
    if (!isKept) {
      draft.addExtra(step.key, record.jsonOf(step.key, value));
    }
  }
  fillDefaults(writing, draft, { plan, record, ownerId: key.id, links });
  return { cells: draft.finish(record.value), links };
}

/** Fills what the writer left out and another field says; nothing of it is read back. */
function fillDefaults(
  writing: RowWriting,
  draft: RowDraft,
  { plan, ...owner }: Omit<Owner, 'link'> & { readonly plan: WritingPlan },
): void {
  for (const { from, step } of plan.defaults) {
    const content = owner.record.value[from] ?? null;
    if (content === null) {
      continue;
    }
    if (step.type === 'link') {
      addItems(writing.links[step.link], [content], { ...owner, link: step.link });
    } else {
      draft.fill(step, content);
    }
  }
}

interface Owner {
  readonly record: RecordInput;
  readonly ownerId: number;
  readonly link: number;
  readonly links: LinkRow[];
}

/** Adds a row for each item that can be one; false where the rows would not give the array back exactly. */
function addItems(writing: RowWriting | undefined, items: JsonValue, owner: Owner): boolean {
  if (writing === undefined || !Array.isArray(items)) {
    return false;
  }
  let isKept = true;
  items.forEach((item: JsonValue, position) => {
    const value = writing.layout.hasShape ? item : { value: item };
    if (!isJsonObject(value)) {
      isKept = false;
      return;
    }
    const draft = new RowDraft(writing.layout, owner.record);
    draft.cells[LINK_CELLS.owner] = owner.ownerId;
    draft.cells[LINK_CELLS.position] = position;
    isKept = fillItem(writing, draft, value) && isKept;
    owner.links.push({ link: owner.link, cells: draft.finish(value) });
  });
  return isKept;
}

/** Items keep their own extras, as far as these are plain values; what else they hold, the record keeps. */
function fillItem(writing: RowWriting, draft: RowDraft, value: JsonObject): boolean {
  const { hasShape } = writing.layout;
  const plan = writing.planFor(value);
  if (hasShape) {
    draft.cells[LINK_CELLS.shape] = plan.shapeId;
  }
  let isKept = true;
  for (const step of plan.steps) {
    const field = value[step.key] ?? null;
    if (draft.fill(step, field)) {
      continue;
    }
    if (hasShape && (field === null || typeof field === 'string' || typeof field === 'boolean')) {
      draft.addExtra(step.key, JSON.stringify(field));
    } else {
      isKept = false;
    }
  }
  return isKept;
}
