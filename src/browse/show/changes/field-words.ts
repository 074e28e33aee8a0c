import { emojiOf } from '../../../reading/read-reactions.ts';
import { isWebAddress, recordName } from '../links.ts';

/** Longer values are cut; the whole record has them. */
const MAX_FIELD = 300;

/** The value of a field as people would write it, from its JSON: `👍 by mira, 🚀 by zoe` for reactions. */
export function fieldWords(json: string | undefined): string {
  const words = json === undefined ? '' : wordsOf(JSON.parse(json), json);
  return words === '' ? 'nothing' : words.length > MAX_FIELD ? `${words.slice(0, MAX_FIELD)}…` : words;
}

function wordsOf(value: unknown, json: string): string {
  if (value === null) {
    return '';
  }
  if (typeof value === 'string') {
    return isWebAddress(value) ? recordName(value) : value;
  }
  if (!Array.isArray(value)) {
    return json; // A number as it is written, and what has fields of its own.
  }
  return value.map((item: unknown) => reactionOf(item) ?? wordsOf(item, JSON.stringify(item))).join(', ');
}

/** A reaction and who gave it. */
function reactionOf(item: unknown): string | undefined {
  const isReaction = typeof item === 'object' && item !== null && 'user' in item && 'content' in item;
  return isReaction ? `${emojiOf(String(item.content))} by ${recordName(String(item.user))}` : undefined;
}
