import type { MarkdownIt } from 'markdown-it';
import { createMarkdownParser } from '../../model/index.ts';
import type { MarkdownPlace } from './markdown-place.ts';
import { codeBlocks } from './rules/code-blocks.ts';
import { headingAnchors } from './rules/heading-anchors.ts';
import { linkReferences, PLACE } from './rules/link-references.ts';
import { wikiLinks } from './rules/wiki-links.ts';
import { sanitizeMarkdown } from './sanitize-markdown.ts';

/** Makes HTML of a text; `idPrefix` begins every id in it. */
export type MarkdownEngine = (text: string, place: MarkdownPlace, idPrefix: string) => string;

/** Creates what renders Markdown as the service does: GitHub-flavoured, with the service's own references. */
export function createMarkdownEngine(): MarkdownEngine {
  // In comments a line feed is a line break, in files it is a space.
  const [comments, files] = [createParser(true), createParser(false)];
  return (text, place, idPrefix) => {
    const parser = place.file === undefined ? comments : files;
    const env = { [PLACE]: place };
    const html = place.isInline === true ? parser.renderInline(text, env) : parser.render(text, env);
    return sanitizeMarkdown(html, place, idPrefix);
  };
}

function createParser(breaks: boolean): MarkdownIt {
  const md = createMarkdownParser({ breaks });
  md.use(headingAnchors);
  md.use(wikiLinks);
  md.use(linkReferences);
  md.use(codeBlocks);
  return md;
}
