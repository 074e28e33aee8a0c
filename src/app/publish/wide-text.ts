/**
 * How to read a file in UTF-16 by its beginning: it has a byte order mark, or a NUL, which other texts do not have. Of the two
 * orders, it is the one with most NULs in the places of the higher bytes. Other files may be read so too, in which nothing is found.
 */
export function wideDecoderOf(head: Uint8Array): ((piece: Uint8Array) => string) | undefined {
  const isMarkedLittle = head[0] === 0xff && head[1] === 0xfe;
  const isMarkedBig = head[0] === 0xfe && head[1] === 0xff;
  if (!head.includes(0) && !isMarkedLittle && !isMarkedBig) {
    return undefined;
  }
  let [even, odd] = [0, 0];
  for (let at = 0; at + 1 < head.length; at += 2) {
    even += head[at] === 0 ? 1 : 0;
    odd += head[at + 1] === 0 ? 1 : 0;
  }
  const isBig = isMarkedBig || (!isMarkedLittle && even > odd);
  const decoder = new TextDecoder(isBig ? 'utf-16be' : 'utf-16le');
  return (piece) => decoder.decode(piece, { stream: true });
}
