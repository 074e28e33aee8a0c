import { cellText } from './cell-text.ts';

/** A tab stands for as many blanks: where it would end depends on what stands before it. */
const TAB = '    ';

/**
 * Text of several lines for a terminal: line breaks stay, and nothing else that a terminal would obey does (control
 * characters, escape sequences, reversals of direction).
 */
export function safeText(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => cellText(line.replaceAll('\t', TAB)))
    .join('\n');
}
