import { createHash } from 'node:crypto';
import { decodePart } from '../../base/text-ends.ts';

/** Media types that browsers display as images, never as documents. All others are saved with a safe extension. */
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['image/avif', '.avif'],
  ['image/bmp', '.bmp'],
]);

const DIGITS = 10;

/** A path in the site, before its parts become names: folders, the name of a file, and an extension to add. */
export interface SitePath {
  readonly parts: readonly string[];
  readonly extension?: string;
}

/** The file of a page: a folder for each segment of its path, so that addresses keep their structure. */
export function pagePath(path: string, search: string): SitePath {
  const digest = createHash('sha256').update(search).digest('hex').slice(0, DIGITS);
  return { parts: [...partsOf(path), search === '' ? 'index.html' : `page-${digest}.html`] };
}

/**
 * The file of an upload or a raw file. Files on a disk have no media type, so browsers go by the extension: images get
 * the extension of their type, and files that could be executed are saved as text.
 */
export function bytesPath(path: string, contentType: string): SitePath {
  const parts = partsOf(path);
  const last = parts.at(-1) ?? '';
  const picture = PICTURES.get(contentType.split(';')[0]?.trim() ?? '');
  const ending = picture ?? (HARMLESS.test(last) ? '' : '.txt');
  return { parts: last === '' ? ['file'] : parts, extension: last.endsWith(ending) ? '' : ending };
}

/** Extensions of files that browsers display safely or download. */
const HARMLESS =
  /\.(?:txt|md|log|csv|json|pdf|zip|gz|tgz|tar|xz|bz2|7z|png|jpe?g|gif|webp|avif|bmp|mp4|webm|mov|mp3|ogg|wav|docx?|xlsx?|pptx?|patch|diff|deb|rpm|dmg|exe|jar|whl)$/i;

/** The relative path from one file to another. */
export function relativePath(from: string, to: string): string {
  let shared = 0; // Behind the last slash of the folders that both are in.
  for (let at = 0; at < from.length && from[at] === to[at]; at += 1) {
    if (from[at] === '/') {
      shared = at + 1;
    }
  }
  let ups = '';
  for (let at = from.indexOf('/', shared); at >= 0; at = from.indexOf('/', at + 1)) {
    ups += '../';
  }
  const rest = to.slice(shared);
  return ups + (PLAIN.test(rest) ? rest : rest.split('/').map(encodeURIComponent).join('/'));
}

const PLAIN = /^[\w.~/-]*$/;

function partsOf(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(decodePart);
}
