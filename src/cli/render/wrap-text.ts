import type { Output } from '../context.ts';
import { terminalColumns } from '../output/terminal.ts';

/** The part before the text of a line: spaces, or a label and the spaces after it. */
const LEAD = /^\s*(?:\S+(?: \S+){0,2}\s{2,})?/;

/** Characters that take two columns. All commands report failures, so this does without a package. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;

/** Wraps lines that are longer than the terminal between words, with a hanging indent. */
export function wrapText(text: string, output: Output): string {
  const columns = terminalColumns(output);
  return columns === undefined
    ? text
    : text
        .split('\n')
        .map((line) => wrapLine(line, columns))
        .join('\n');
}

export function wrapLine(line: string, columns: number): string {
  if (widthOf(line) <= columns) {
    return line;
  }
  const lead = LEAD.exec(line)?.[0] ?? '';
  const indent = ' '.repeat(widthOf(lead) * 2 > columns ? 2 : widthOf(lead));
  const lines = [lead];
  for (const word of line.slice(lead.length).split(' ')) {
    const last = lines.at(-1) ?? '';
    const isFirst = last === lead || last === indent;
    const longer = `${last}${isFirst ? '' : ' '}${word}`;
    if (isFirst || widthOf(longer) <= columns) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(`${indent}${word}`);
    }
  }
  return lines.join('\n');
}

function widthOf(text: string): number {
  return text.length + (text.match(WIDE)?.filter((character) => character.length === 1).length ?? 0);
}
