/** Matches the tags of pages; neither our pages nor the sanitizer output a bare `>` in attribute values. */
const TAG = /<[a-z][a-z0-9]*\s[^<>]*>/g;

/** Paths of this reader in attributes, except of assets, which all share. */
const PATH = /(\s(?:href|src|action|data-suggest)=")(\/(?!\/)(?!-\/assets\/))/g;

/** Marks links that lead out of the snapshot, to the newest one. */
export const TO_NEWEST = 'data-newest';

/** Marks links that lead out of the selection of owners. */
export const TO_OTHERS = 'data-others';

interface Prefixing {
  readonly prefix: string;
  /** The mark of links that lead out of it. */
  readonly except: string;
}

/** Adds a prefix to all paths of this reader in a response, so that links stay in the same snapshot or selection. */
export async function prefixLinks(response: Response, { prefix, except }: Prefixing): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of ['Location', 'Content-Location']) {
    const address = headers.get(name);
    if (address?.startsWith('/') === true) {
      headers.set(name, prefix + address);
    }
  }
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  const body = isPage ? prefixPage(await response.text(), { prefix, except }) : response.body;
  return new Response(body, { status: response.status, headers });
}

function prefixPage(page: string, { prefix, except }: Prefixing): string {
  return page.replace(TAG, (tag) => (tag.includes(` ${except}`) ? tag : tag.replace(PATH, `$1${prefix}$2`)));
}
