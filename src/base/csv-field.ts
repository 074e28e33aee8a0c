/** A text as a field of CSV: in quotes where it needs them (RFC 4180, section 2). */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
