import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compiledPath } from '../../base/own-package.ts';
import { STYLE_SHEET } from '../design/style-sheet.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A static file of the reader. Its address changes with its content, so browsers can cache it permanently. */
export interface Asset {
  readonly name: string;
  readonly contentType: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** The first 16 hexadecimal digits of its SHA-256. */
  readonly hash: string;
  /** For `integrity` attributes and the content security policy (w3.org/TR/SRI). */
  readonly integrity: string;
}

const STYLE = createOnce(() => toAsset('style.css', 'text/css; charset=utf-8', STYLE_SHEET));

const SCRIPT = createOnce(() => toAsset('reader.js', 'text/javascript; charset=utf-8', readClientScript()));

/** The font of formulas, which browsers load for pages that have some. The style sheet names it relative to itself. */
const FONT = createOnce(() => ({
  ...toAsset(
    'math.woff2',
    'font/woff2',
    readFileSync(compiledPath(new URL('../client/math.woff2', import.meta.url))),
  ),
  hash: STYLE().hash,
}));

const ICON = createOnce(() => toAsset('icon.svg', 'image/svg+xml', ICON_DRAWING));

/** A satchel: a bag with a flap and a clasp. */
const ICON_DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M10 11V9a6 6 0 0 1 12 0v2" fill="none" stroke="#a4491c" stroke-width="2.5"/><rect x="3" y="10" width="26" height="18" rx="4" fill="#a4491c"/><path d="M3 14a4 4 0 0 1 4-4h18a4 4 0 0 1 4 4v2c0 3-5 5-13 5S3 19 3 16z" fill="#c96a3a"/><rect x="13.5" y="18" width="5" height="6" rx="1.5" fill="#fbf3ea"/></svg>';

/** The assets of every page. */
export function readAssets(): Readonly<Record<'style' | 'script' | 'icon', Asset>> {
  return { style: STYLE(), script: SCRIPT(), icon: ICON() };
}

/** Those that sites have as files. */
export function allAssets(): readonly Asset[] {
  return [...Object.values(readAssets()), FONT()];
}

/** The path of an asset. */
export function assetPath({ hash, name }: Asset): string {
  return `/-/assets/${hash}/${name}`;
}

/** The script source in the content security policy: only the reader's own script, by its hash. */
export function assetPolicy(): { readonly scripts: string } {
  return { scripts: `'${SCRIPT().integrity}'` };
}

function toAsset(name: string, contentType: string, content: Asset['content']): Asset {
  const digest = createHash('sha256').update(content).digest();
  return {
    name,
    contentType,
    content,
    hash: digest.toString('hex').slice(0, 16),
    integrity: `sha256-${digest.toString('base64')}`,
  };
}

/** Defers computing a value from constants until it is first needed, so that importing the module does no work. */
function createOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Reads the script that progressively enhances the pages. It is a classic script, because pages of the static site are
 * opened as files, from which browsers load no modules. The build copies it unchanged.
 */
function readClientScript(): string {
  return readFileSync(new URL('../client/reader.js', import.meta.url), 'utf8');
}

/** Reads the script that searches the index of a site: what the build made of `site/engine`, and what shows its answers. */
export function readSiteSearch(): string {
  return ['site-engine.js', 'site-search.js']
    .map((name) => readFileSync(compiledPath(new URL(`../client/${name}`, import.meta.url)), 'utf8'))
    .join('\n');
}

/** Reads the script that completes the titles of a site. */
export function readSiteTitles(): string {
  return readFileSync(new URL('../client/site-titles.js', import.meta.url), 'utf8');
}

/** Responds with an asset. Other versions, which only outdated pages refer to, are not found. */
export function answerAsset(hash: string, name: string): Response {
  const asset = allAssets().find((one) => one.name === name && one.hash === hash);
  return asset === undefined
    ? new Response('There is no such asset\n', { status: 404 })
    : new Response(asset.content, {
        headers: {
          'Content-Type': asset.contentType,
          'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
        },
      });
}
