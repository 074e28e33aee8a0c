import type { Release, ReleaseAsset } from '../../reading/index.ts';
import { frontMatter } from './front-matter.ts';
import type { LocalLinks } from './local-links.ts';
import { accountText, bodyText, inlineText, joinBlocks, timeText } from './markdown-text.ts';
import { reactionText } from './reaction-text.ts';
import { lastSegment } from './reference-text.ts';

/** A release as one Markdown document, with links to its assets. */
export function releaseText(release: Release, links: LocalLinks): string {
  const { repo, tag, name, author, isDraft, createdAt, publishedAt, url } = release;
  const files = release.assets.map((asset) => assetLine(asset, links));
  const matter = frontMatter({
    title: name,
    kind: 'release',
    repo,
    tag,
    state: release.state,
    prerelease: release.isPrerelease,
    author,
    created_at: createdAt,
    published_at: publishedAt,
    target: release.target,
    url,
  });
  const text = joinBlocks([
    `# ${inlineText(name ?? lastSegment(url))}`,
    `${accountText(author)} ${isDraft ? 'drafted' : 'published'} this release on ${timeText(publishedAt ?? createdAt)}`,
    links.localise(bodyText(release.body)),
    reactionText(release.reactions),
    ...(files.length > 0 ? ['---', `**Assets**\n\n${files.join('\n')}`] : []),
  ]);
  return `${matter}\n${text}\n`;
}

function assetLine({ name, contentType, assetUrl }: ReleaseAsset, links: LocalLinks): string {
  const text = inlineText(name ?? 'unnamed file');
  const link = assetUrl === null ? undefined : links.linkOf(assetUrl);
  const type = contentType === null ? '' : ` (${inlineText(contentType)})`;
  return `- ${link === undefined ? text : `[${text}](${link})`}${type}`;
}
