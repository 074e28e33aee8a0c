import MarkdownParser, { type MarkdownIt } from 'markdown-it';
import { full as emoji } from 'markdown-it-emoji';
import footnotes from 'markdown-it-footnote';
import type { MarkdownPlace } from './markdown-place.ts';
import { alerts } from './rules/alerts.ts';
import { codeBlocks } from './rules/code-blocks.ts';
import { headingAnchors } from './rules/heading-anchors.ts';
import { linkReferences, PLACE } from './rules/link-references.ts';
import { taskLists } from './rules/task-lists.ts';
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
  const md = new MarkdownParser({ html: true, linkify: true, breaks });
  md.linkify.set({ fuzzyEmail: false, fuzzyIP: false });
  md.use(footnotes);
  md.use(emoji, { shortcuts: {} });
  md.use(taskLists);
  md.use(alerts);
  md.use(headingAnchors);
  md.use(wikiLinks);
  md.use(linkReferences);
  md.use(codeBlocks);
  // The sanitiser judges addresses; what is refused here would stay in the text as brackets.
  md.validateLink = () => true;
  return md;
}
