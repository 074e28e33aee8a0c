import type { JsonValue } from '../../base/index.ts';
import type { Generation } from './generation.ts';

/**
 * Writes JSON as Ruby's pretty printer does: two spaces, raw non-ASCII, no final newline. Until about 2024 an
 * empty array took three lines, the middle one blank.
 */
export function writeRubyJson(value: JsonValue, generation: Generation): string {
  const text = JSON.stringify(value, null, 2);
  // A line that ends in a bracket is never part of a string: that would end in a quotation mark.
  return generation === '2019' ? text.replace(/^( *)(.*)\[\](,?)$/gm, '$1$2[\n\n$1]$3') : text;
}
