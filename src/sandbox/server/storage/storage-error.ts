interface StorageError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Further elements, by name. */
  readonly details?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error as storage services write it: XML with a code, a message and what belongs to it. */
export function storageError({ status, code, message, details = {}, headers = {} }: StorageError): Response {
  const elements = Object.entries({ Code: code, Message: message, ...details })
    .map(([name, text]) => `<${name}>${escapeXml(text)}</${name}>`)
    .join('');
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements}</Error>`, {
    status,
    headers: { 'content-type': 'application/xml', ...headers },
  });
}

/** The error for an object that is not there, or no longer. */
export function noSuchKey(path: string): Response {
  return storageError({
    status: 404,
    code: 'NoSuchKey',
    message: 'The specified key does not exist.',
    details: { Key: path.slice(1) },
  });
}

/** Characters that XML does not allow become the replacement character. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}');
}
