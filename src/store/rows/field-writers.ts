import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { type Cell, CONVERSIONS, storableText } from './conversions.ts';
import type { RecordInput } from './record-input.ts';
import type { CellPlace, MemberPlace, RowLayout, Step } from './row-layout.ts';

/** A row under construction, for records and array items alike. */
export class RowDraft {
  readonly cells: Cell[];
  /** The record of the row, or the record that contains the array item. */
  readonly record: RecordInput;
  #extra = '';

  constructor(blank: readonly null[], record: RecordInput) {
    this.cells = blank.slice();
    this.record = record;
  }

  /** Fills a derived cell, which is never read back. */
  show(cell: number, content: Cell): void {
    this.cells[cell] = typeof content === 'string' && !this.record.isPlain ? storableText(content) : content;
  }

  addExtra(key: string, json: string): void {
    this.#extra += `${this.#extra === '' ? '{' : ','}${JSON.stringify(key)}:${json}`;
  }

  /** Adds the `extra` cell and returns the row. */
  finish(): readonly Cell[] {
    if (this.#extra !== '') {
      this.cells[this.cells.length - 1] = `${this.#extra}}`;
    }
    return this.cells;
  }
}

/**
 * Writes the value of a field to its cells. Returns false if the cells cannot restore it exactly; they then show the
 * closest possible value.
 */
export type FieldWriter = (draft: RowDraft, value: JsonValue) => boolean;

/** Selects the writer of a step once for all records with the same keys. */
export function createFieldWriter(step: Step, { kind }: RowLayout): FieldWriter {
  switch (step.type) {
    case 'kind':
      return (_, value) => value === kind;
    case 'url':
      return () => true; // The caller has checked the key.
    case 'members':
      return createMembersWriter(step.members);
    case 'column':
      return createColumnWriter(step.key, step);
    case 'shared': {
      const write = createColumnWriter(step.key, step);
      return (draft, value) => value !== null && draft.cells[step.cell] === null && write(draft, value);
    }
    case 'extra':
      return (_, value) => value === null; // Null needs no cell: the shape contains the key.
    case 'link':
      return () => false; // The items become separate rows.
  }
}

/** Only the source has the literals of numbers: `1.0` in a column would be read back as `1`. */
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

/** A fast path: most fields are texts that are stored unchanged. */
function writeText(draft: RowDraft, cell: number, value: JsonValue): boolean {
  if (typeof value !== 'string') {
    return value === null;
  }
  const content = draft.record.isPlain ? value : storableText(value);
  draft.cells[cell] = content;
  return content === value;
}

/** Members are only restorable if they are exactly those of the table, in its order. */
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
