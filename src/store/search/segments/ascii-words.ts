/**
 * What the tokenizer unicode61 makes of the bytes of ASCII text: letters, small, and digits are parts of words; 0 stands for
 * everything else (sqlite.org/fts5.html#unicode61_tokenizer).
 */
export const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /[0-9A-Za-z]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});
