import { formatSize } from '../../../base/sizes.ts';
import { codeSpan, inlineText, reactionText } from '../../../reading/markdown-text.ts';
import type { Release, ReleaseAsset } from '../../../reading/read-releases.ts';
import { cellText } from '../../render/cell-text.ts';
import { formatWords, type Span } from '../../render/markdown/text-layout.ts';
import { formatTexts, joinParagraphs, type ReadingLayout } from './paragraphs.ts';
import { ageText, loginText, marksOf, minuteText } from './words.ts';

/** Formats a release for people: its facts, notes and files. */
export function formatRelease(release: Release, layout: ReadingLayout): string {
  const { paint, nowMs } = layout;
  const { repo, tag, name, author, publishedAt, createdAt } = release;
  const at = publishedAt ?? createdAt;
  const title = formatWords(
    [
      { text: cellText(name ?? 'Unnamed release'), styles: ['bold'] },
      { text: ` ${cellText(`${repo ?? ''} ${tag ?? ''}`)}`, styles: ['dim'] },
    ],
    layout,
  );
  const verb = release.isDraft ? 'drafted' : 'published';
  const when = `${minuteText(cellText(at))} UTC (${cellText(ageText(at, nowMs))})`;
  const facts: readonly Span[] = [
    ...marksOf(release).flatMap((mark): readonly Span[] => [
      { text: mark, styles: [mark === 'Latest' ? 'green' : 'yellow', 'bold'] },
      { text: ' · ', styles: [] },
    ]),
    { text: `${loginText(author)} ${verb} this ${when}`, styles: [] },
    { text: release.target === null ? '' : ' · from ', styles: [] },
    { text: cellText(release.target), styles: ['cyan'] },
  ];
  return joinParagraphs([
    [...title, ...formatWords(facts, layout)],
    formatTexts([release.body, reactionText(release.reactions), assetsText(release.assets)], layout),
    [paint(['dim'], cellText(release.url))],
  ]);
}

function assetsText(assets: readonly ReleaseAsset[]): string {
  const lines = assets.map(({ name, contentType, sizeBytes }) => {
    const size = sizeBytes === null ? 'not kept' : formatSize(sizeBytes);
    const type = contentType === null ? '' : ` · ${inlineText(contentType)}`;
    return `- ${codeSpan(name ?? 'unnamed file')} · ${size}${type}`;
  });
  return lines.length === 0 ? '' : `**Assets**\n\n${lines.join('\n')}`;
}
