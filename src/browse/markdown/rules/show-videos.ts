import type { MarkdownIt } from 'markdown-it';
import { type MarkdownPlace, resolveVideo } from '../resolve-address.ts';
import { PLACE } from './link-references.ts';

/** Shows a kept video in place of its bare address on a line of its own, as the service does. */
export function showVideos(md: MarkdownIt): void {
  md.core.ruler.push('satchel_videos', ({ tokens, env, Token }) => {
    const place = env[PLACE] as MarkdownPlace | undefined; // Set by the engine.
    for (const token of tokens) {
      const [open, , close, ...others] = token.children ?? [];
      const href = String(open?.attrGet('href') ?? '');
      const isAlone = open?.markup === 'linkify' && close?.type === 'link_close' && others.length === 0;
      if (isAlone && place !== undefined && resolveVideo(href, place) !== undefined) {
        const video = new Token('html_inline', '', 0);
        video.content = `<video src="${md.utils.escapeHtml(href)}"></video>`;
        token.children = [video];
      }
    }
  });
}
