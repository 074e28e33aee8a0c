import { isJsonObject, type JsonObject, type JsonValue } from '../base/index.ts';
import { type Cell, storableText } from './conversions.ts';
import type { RecordInput } from './record-input.ts';
import type { CellPlace, MemberPlace, RowLayout, Step } from './row-layout.ts';
import type { DerivedColumn } from './table-spec.ts';
import { URL_READINGS } from './url-readings.ts';

/** A row while it is being filled, for records and for items of arrays alike. */
export class RowDraft {
  readonly cells: Cell[];
  readonly #layout: RowLayout;
  readonly #record: RecordInput;
  #extra = '';

  /** `record` is the one that the row, or the array with the row's item, belongs to. */
  constructor(layout: RowLayout, record: RecordInput) {
    this.cells = layout.blank.slice();
    this.#layout = layout;
    this.#record = record;
  }

  /**
   * Puts the value of a field into its cells. Gives false where they would not give it back exactly; they then
   * show the best they can.
   */
  fill(step: Step, value: JsonValue): boolean {
    switch (step.type) {
      case 'kind':
        return value === this.#layout.kind;
      case 'url':
        return true; // The caller vouches for the key.
      case 'members':
        return this.#fillMembers(step.members, value);
      case 'shared':
      case 'column':
        if (step.type === 'shared' && (value === null || this.cells[step.cell] !== null)) {
          return false;
        }
        return (
          this.#fillCell(step, value) && (typeof value !== 'number' || this.#record.isExact(step.key, value))
        );
      case 'extra':
        return value === null; // A field that is nowhere was null: its key stands in the shape.
      case 'link':
        return false; // Items are rows of their own.
    }
  }

  addExtra(key: string, json: string): void {
    this.#extra += `${this.#extra === '' ? '{' : ','}${JSON.stringify(key)}:${json}`;
  }

  /** Fills the derived columns and `extra`. */
  finish(value: JsonObject): readonly Cell[] {
    for (const { cell, column } of this.#layout.derived) {
      const derived = derive(column, value);
      this.cells[cell] =
        typeof derived === 'string' && !this.#record.isPlain ? storableText(derived) : derived;
    }
    if (this.#extra !== '') {
      this.cells[this.cells.length - 1] = `${this.#extra}}`;
    }
    return this.cells;
  }

  #fillCell({ cell, conversion }: CellPlace, value: JsonValue): boolean {
    const content = conversion.toCell(value, this.#record.isPlain);
    this.cells[cell] = content;
    return conversion.fromCell(content) === value;
  }

  /** Members count as kept when they are those of the table in its order: this order is given back. */
  #fillMembers(members: readonly MemberPlace[], value: JsonValue): boolean {
    if (!isJsonObject(value)) {
      return false;
    }
    const names = Object.keys(value);
    let isKept = names.length === members.length;
    members.forEach((member, index) => {
      const content = value[member.name] ?? null;
      isKept = this.#fillCell(member, content) && names[index] === member.name && isKept;
    });
    return isKept;
  }
}

function derive(column: DerivedColumn, value: JsonObject): Cell {
  if ('words' in column) {
    return column.words.find(([field]) => (value[field] ?? '') !== '')?.[1] ?? column.otherwise;
  }
  for (const field of column.from) {
    const url = value[field];
    const found = typeof url === 'string' ? URL_READINGS[column.read](url) : null;
    if (found !== null) {
      return found;
    }
  }
  return null;
}
