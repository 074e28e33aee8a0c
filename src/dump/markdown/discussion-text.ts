import type { Discussion } from '../../reading/index.ts';
import { frontMatter } from './front-matter.ts';
import { accountText, type BodyText, inlineText, joinBlocks, timeText } from './markdown-text.ts';
import { reactionText } from './reaction-text.ts';
import { lastSegment } from './reference-text.ts';

/** A discussion as one Markdown document. Archives hold its first post only (facts of the archive format, 2.19). */
export function discussionText(discussion: Discussion, bodyOf: BodyText): string {
  const { repo, number, title, category, author, createdAt, updatedAt, labels, url } = discussion;
  const matter = frontMatter({
    title,
    kind: 'discussion',
    repo,
    number,
    category,
    author,
    created_at: createdAt,
    updated_at: updatedAt,
    labels,
    url,
  });
  const text = joinBlocks([
    `# ${inlineText(title ?? '')} (${number === null ? lastSegment(url) : `#${number}`})`,
    `${accountText(author)} started this discussion on ${timeText(createdAt)}`,
    bodyOf(discussion.body),
    reactionText(discussion.reactions),
  ]);
  return `${matter}\n${text}\n`;
}
