import type { MarkdownIt } from 'markdown-it';
import type { MarkdownPlace } from '../markdown-place.ts';
import { PLACE } from './link-references.ts';

/** Gives headings of files the anchors that links to them use. In comments they would only clash. */
export function headingAnchors(md: MarkdownIt): void {
  md.core.ruler.push('satchel_headings', ({ tokens, env }) => {
    const place = env[PLACE] as MarkdownPlace | undefined; // Put there by the engine.
    if (place?.file === undefined) {
      return;
    }
    const seen = new Map<string, number>();
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open') {
        const text = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join('');
        const slug = slugOf(text);
        const times = seen.get(slug) ?? 0;
        seen.set(slug, times + 1);
        token.attrSet('id', times === 0 ? slug : `${slug}-${times}`);
      }
    }
  });
}

/** As the service makes anchors: lower case, hyphens for spaces, nothing but letters, digits, `-` and `_`. */
export function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
