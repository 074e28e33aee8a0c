/** One change of a text: some lines from `index` on (counted from 0) give way to others. */
export interface TextEdit {
  readonly path: string;
  /** Undefined where the file is new. */
  readonly before: string | undefined;
  readonly index: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The text after the edit. */
export function applyEdit({ before, index, removed, added }: TextEdit): string {
  const lines = linesOf(before ?? '').toSpliced(index, removed.length, ...added);
  return lines.map((line) => `${line}\n`).join('');
}

/** The lines of a text that ends with a newline, without their ends. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
