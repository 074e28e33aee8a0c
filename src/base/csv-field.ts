/** Formats a text as a CSV field, quoted if necessary (RFC 4180, section 2). */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
