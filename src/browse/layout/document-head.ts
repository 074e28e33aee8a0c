import { html, raw } from 'hono/html';
import { assetPath, readAssets } from '../assets/assets.ts';
import type { Markup } from '../markup.ts';

/** What stands in the head of every document: its title and what it is shown with. */
export function documentHead(title: string): Markup {
  const { style, script, icon } = readAssets();
  // Not within the template: the build rewrites templates that hold this end tag, with a package of its own.
  const scriptElement = raw(`<script src="${assetPath(script)}" integrity="${script.integrity}"></script>`);
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === '' ? 'Satchel' : `${title} · Satchel`}</title>
<link rel="icon" type="image/svg+xml" href="${assetPath(icon)}">
<link rel="stylesheet" href="${assetPath(style)}">
${scriptElement}`;
}
