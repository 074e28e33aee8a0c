/** Matches the tags of pages; neither our pages nor the sanitizer output a bare `>` in attribute values. */
const TAG = /<[a-z][a-z0-9]*\s[^<>]*>/g;

/** Paths of this reader in attributes, except of assets, which all snapshots share. */
const PATH = /(\s(?:href|src|action|data-suggest)=")(\/(?!\/)(?!-\/assets\/))/g;

/** Marks links that lead out of the snapshot, to the newest one. */
export const TO_NEWEST = 'data-newest';

/** Adds a prefix to all paths of this reader in a response, so that links stay in the same snapshot. */
export async function prefixLinks(response: Response, prefix: string): Promise<Response> {
  const headers = new Headers(response.headers);
  const location = headers.get('Location');
  if (location?.startsWith('/') === true) {
    headers.set('Location', prefix + location);
  }
  const links = headers.get('Link');
  if (links !== null) {
    headers.set('Link', links.replace(/<\//g, `<${prefix}/`));
  }
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  const body = isPage ? prefixPage(await response.text(), prefix) : response.body;
  return new Response(body, { status: response.status, headers });
}

function prefixPage(page: string, prefix: string): string {
  return page.replace(TAG, (tag) => (tag.includes(TO_NEWEST) ? tag : tag.replace(PATH, `$1${prefix}$2`)));
}
