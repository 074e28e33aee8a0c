import { createRequire } from 'node:module';
import type { MarkdownIt, MarkdownItOptions } from 'markdown-it';
import { alerts } from './alerts.ts';
import { taskLists } from './task-lists.ts';

/**
 * Creates a parser of Markdown as the service writes it: GitHub-flavoured, with footnotes, emoji, alerts, task lists and
 * HTML. It lets every address and element through: whoever shows the result must filter them. The packages are loaded by the call.
 */
export function createMarkdownParser(options: Pick<MarkdownItOptions, 'breaks'> = {}): MarkdownIt {
  const { MarkdownParser, footnotes, emoji } = loadPackages();
  const md = new MarkdownParser({ html: true, linkify: true, ...options });
  md.linkify.set({ fuzzyEmail: false, fuzzyIP: false });
  md.use(footnotes);
  md.use(emoji, { shortcuts: {} });
  md.use(taskLists);
  md.use(alerts);
  // What is refused here would stay in the text as brackets.
  md.validateLink = () => true;
  return md;
}

interface Packages {
  readonly MarkdownParser: typeof import('markdown-it').default;
  readonly footnotes: typeof import('markdown-it-footnote').default;
  readonly emoji: typeof import('markdown-it-emoji').full;
}

function loadPackages(): Packages {
  const require = createRequire(import.meta.url);
  return {
    MarkdownParser: require('markdown-it'),
    footnotes: require('markdown-it-footnote'),
    emoji: require('markdown-it-emoji').full,
  };
}
