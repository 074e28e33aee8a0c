import { TAG } from './site/rewrite-page.ts';

/** Addresses that begin at the root of the reader. */
const ROOTED = /(\s(?:href|src|action|data-suggest|poster)=")\/(?!\/)/g;

/** Moves a response of the reader below a path: its links, redirects and assets. The prefix has no slash at its end. */
export async function addPrefix(response: Response, prefix: string): Promise<Response> {
  if (prefix === '') {
    return response;
  }
  const headers = new Headers(response.headers);
  const location = headers.get('location');
  if (location?.startsWith('/') === true) {
    headers.set('location', `${prefix}${location}`);
  }
  const { status, statusText } = response;
  if (headers.get('content-type')?.startsWith('text/html') !== true) {
    return new Response(response.body, { status, statusText, headers });
  }
  const html = prefixed(await response.text(), prefix);
  headers.delete('content-length');
  return new Response(html, { status, statusText, headers });
}

/** Moves the addresses of a piece of HTML below a path. */
export function prefixed(html: string, prefix: string): string {
  return prefix === '' ? html : html.replace(TAG, (tag) => tag.replace(ROOTED, `$1${prefix}/`));
}
