/**
 * What the bytes of a text become in words: small letters and digits of ASCII, and the bytes of other characters as they are, of
 * which a folded text has none between words; 0 stands for all else. For ASCII this is what the tokenizer unicode61 does
 * (sqlite.org/fts5.html#unicode61_tokenizer).
 */
export const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) {
    return byte;
  }
  const character = String.fromCharCode(byte);
  return /[0-9A-Za-z]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
