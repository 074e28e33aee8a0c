import type { MarkdownIt } from 'markdown-it';
import type { MarkdownPlace } from '../markdown-place.ts';
import { PLACE } from './link-references.ts';

const LINK = /^\[\[([^[\]|\n]{1,200})(?:\|([^[\]|\n]{1,200}))?\]\]/;

/** Makes links of `[[Page]]` and `[[words|Page]]`, which wikis have and other texts do not. */
export function wikiLinks(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'satchel_wiki', (state, isSilent) => {
    const place = state.env[PLACE] as MarkdownPlace | undefined; // Put there by the engine.
    if (place?.file?.isWiki !== true || !state.src.startsWith('[[', state.pos)) {
      return false;
    }
    const [whole, words, page = words] = LINK.exec(state.src.slice(state.pos, state.pos + 410)) ?? [];
    if (whole === undefined || words === undefined || page === undefined) {
      return false;
    }
    if (!isSilent) {
      const open = state.push('link_open', 'a', 1);
      // Names of pages have spaces where their files have hyphens.
      open.attrSet('href', encodeURI(`/${page.trim().replaceAll(' ', '-')}`));
      state.push('text', '', 0).content = words.trim();
      state.push('link_close', 'a', -1);
    }
    state.pos += whole.length;
    return true;
  });
}
