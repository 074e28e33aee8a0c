/**
 * How to read a file in UTF-16 by its beginning: it has a byte order mark, or a NUL, which other texts do not have. Of the two
 * orders, it is the one with most NULs in the places of the higher bytes. Files that are no text may be read so too; that finds nothing.
 */
export function wideDecoderOf(head: Uint8Array): ((piece: Uint8Array) => string) | undefined {
  const [first, second] = head;
  const nulls = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0) {
      nulls[index % 2] = (nulls[index % 2] ?? 0) + 1;
    }
  }
  const [even = 0, odd = 0] = nulls;
  const isMarkedLittle = first === 0xff && second === 0xfe;
  const isMarkedBig = first === 0xfe && second === 0xff;
  if (even + odd === 0 && !isMarkedLittle && !isMarkedBig) {
    return undefined;
  }
  const isBig = isMarkedBig || (!isMarkedLittle && even > odd);
  const decoder = new TextDecoder(isBig ? 'utf-16be' : 'utf-16le');
  return (piece) => decoder.decode(piece, { stream: true });
}
