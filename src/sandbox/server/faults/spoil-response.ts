/** The same answer with some headers set. */
export function withHeaders(response: Response, changes: Readonly<Record<string, string>>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(changes)) {
    headers.set(name, value);
  }
  return new Response(response.body, { status: response.status, headers });
}

/** The same answer with another body, and the length of that one. */
export function withBytes(response: Response, bytes: Uint8Array): Response {
  const headers = new Headers(response.headers);
  headers.set('content-length', String(bytes.length));
  return new Response(Buffer.from(bytes), { status: response.status, headers });
}
