import { formatSize } from '../../../base/index.ts';
import { type Release, type ReleaseAsset, reactionText } from '../../../reading/index.ts';
import { cellText } from '../cell-text.ts';
import { formatWords, indent, narrow, type Span } from '../markdown/text-layout.ts';
import { formatTable } from '../text-table.ts';
import {
  ageText,
  formatTexts,
  joinParagraphs,
  loginText,
  marksOf,
  minuteText,
  type ReadingLayout,
} from './words.ts';

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
    formatTexts([release.body, reactionText(release.reactions)], layout),
    formatAssets(release.assets, narrow(layout, 2)),
    [paint(['dim'], cellText(release.url))],
  ]);
}

function formatAssets(
  assets: readonly ReleaseAsset[],
  { paint, widthColumns }: ReadingLayout,
): readonly string[] {
  if (assets.length === 0) {
    return [];
  }
  const rows = assets.map(({ name, contentType, sizeBytes }) => [
    cellText(name ?? 'unnamed file'),
    sizeBytes === null ? 'not kept' : formatSize(sizeBytes),
    cellText(contentType),
  ]);
  const [, , ...lines] = formatTable(rows, {
    columns: ['', '', ''],
    rightAligned: new Set([1]),
    widthColumns,
  })
    .trimEnd()
    .split('\n');
  return [paint(['bold'], 'Assets'), ...indent(lines, '  ')];
}
