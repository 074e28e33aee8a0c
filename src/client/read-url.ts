/**
 * Reads an address that the service gave, relative to the one that gave it; undefined where it is none.
 * The platform's own error would carry the text along, and with it the secret of a signed address.
 */
export function readUrl(text: string | undefined, base: URL): URL | undefined {
  return text !== undefined && text.trim() !== '' && URL.canParse(text, base.href)
    ? new URL(text, base)
    : undefined;
}
