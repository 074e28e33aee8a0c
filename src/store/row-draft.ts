import { type Cell, storableText } from './conversions.ts';
import type { RecordInput } from './record-input.ts';

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
