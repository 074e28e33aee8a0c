/** The array itself where it is long enough, else one of at least twice its length that begins as it does. */
export function grownTo<Words extends Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  words: Words,
  length: number,
): Words {
  if (length <= words.length) {
    return words;
  }
  const larger = new (words.constructor as new (length: number) => Words)(
    Math.max(Math.ceil(length), 2 * words.length),
  ); // The class of an array makes such arrays.
  larger.set(words);
  return larger;
}
