import type { Cell } from './conversions.ts';
import { splitMembers } from './json-members.ts';
import { RECORD_CELLS, type RowLayout, type RowPlan, type Step } from './row-layout.ts';

/** The input for restoring an object from a row. */
export interface RowReading {
  readonly layout: RowLayout;
  readonly plan: RowPlan;
  readonly cells: readonly Cell[];
  /** The items of the given link in order, as JSON texts; records only. */
  readonly itemsOf?: (link: number) => readonly string[];
}

/** Restores the JSON text of the object that a row was made from, with the order of its keys and its literals. */
export function toRecord(row: RowReading): string {
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
export function toItemValue(row: RowReading): string {
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
