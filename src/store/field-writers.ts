import { isJsonObject, type JsonValue } from '../base/index.ts';
import { type Cell, CONVERSIONS, storableText } from './conversions.ts';
import type { RecordInput } from './record-input.ts';
import type { CellPlace, MemberPlace, RowLayout, Step } from './row-layout.ts';

/** A row while it is being filled, for records and for items of arrays alike. */
export class RowDraft {
  readonly cells: Cell[];
  /** The record that the row, or the array with the row's item, belongs to. */
  readonly record: RecordInput;
  #extra = '';

  constructor(blank: readonly null[], record: RecordInput) {
    this.cells = blank.slice();
    this.record = record;
  }

  /** Fills a cell that nobody reads back. */
  show(cell: number, content: Cell): void {
    this.cells[cell] = typeof content === 'string' && !this.record.isPlain ? storableText(content) : content;
  }

  addExtra(key: string, json: string): void {
    this.#extra += `${this.#extra === '' ? '{' : ','}${JSON.stringify(key)}:${json}`;
  }

  /** Fills `extra`. */
  finish(): readonly Cell[] {
    if (this.#extra !== '') {
      this.cells[this.cells.length - 1] = `${this.#extra}}`;
    }
    return this.cells;
  }
}

/**
 * Puts the value of a field into its cells. Gives false where they would not give it back exactly; they then
 * show the best they can.
 */
export type FieldWriter = (draft: RowDraft, value: JsonValue) => boolean;

/** What a step does, decided once for all records with the same keys. */
export function createFieldWriter(step: Step, { kind }: RowLayout): FieldWriter {
  switch (step.type) {
    case 'kind':
      return (_, value) => value === kind;
    case 'url':
      return () => true; // The caller vouches for the key.
    case 'members':
      return createMembersWriter(step.members);
    case 'column':
      return createColumnWriter(step.key, step);
    case 'shared': {
      const write = createColumnWriter(step.key, step);
      return (draft, value) => value !== null && draft.cells[step.cell] === null && write(draft, value);
    }
    case 'extra':
      return (_, value) => value === null; // A field that is nowhere was null: its key stands in the shape.
    case 'link':
      return () => false; // Items are rows of their own.
  }
}

/** Only a record knows its literals: `1.0` in a column would come back as `1`. */
function createColumnWriter(key: string, place: CellPlace): FieldWriter {
  const write = createCellWriter(place);
  return place.conversion === CONVERSIONS.text
    ? write
    : (draft, value) =>
        write(draft, value) && (typeof value !== 'number' || draft.record.isExact(key, value));
}

function createCellWriter({ cell, conversion }: CellPlace): FieldWriter {
  if (conversion === CONVERSIONS.text) {
    return (draft, value) => writeText(draft, cell, value);
  }
  const { toCell, fromCell } = conversion;
  return (draft, value) => {
    const content = toCell(value, draft.record.isPlain);
    draft.cells[cell] = content;
    return fromCell(content) === value;
  };
}

/** Most fields are texts, and most texts are kept as they are. */
function writeText(draft: RowDraft, cell: number, value: JsonValue): boolean {
  if (typeof value !== 'string') {
    return value === null;
  }
  const content = draft.record.isPlain ? value : storableText(value);
  draft.cells[cell] = content;
  return content === value;
}

/** Members count as kept when they are those of the table in its order: this order is given back. */
function createMembersWriter(members: readonly MemberPlace[]): FieldWriter {
  const places = members.map((member) => ({ name: member.name, write: createCellWriter(member) }));
  return (draft, value) => {
    if (!isJsonObject(value)) {
      return false;
    }
    const names = Object.keys(value);
    let isKept = names.length === places.length;
    places.forEach(({ name, write }, index) => {
      isKept = write(draft, value[name] ?? null) && names[index] === name && isKept;
    });
    return isKept;
  };
}
