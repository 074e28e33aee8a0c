import type { JsonObject } from '../base/index.ts';

/** A longer `url` is no key but an attack on whoever keeps findings. */
const MAX_KEY_CHARACTERS = 4_096;

/** The place of a record in findings, with its key where that is worth repeating. */
export function placeOfRecord(
  entryName: string,
  recordIndex: number,
  value: JsonObject,
): { readonly entryName: string; readonly recordIndex: number; readonly url?: string } {
  const url = value['url'];
  const isKey = typeof url === 'string' && url.length <= MAX_KEY_CHARACTERS;
  return !isKey ? { entryName, recordIndex } : { entryName, recordIndex, url };
}
