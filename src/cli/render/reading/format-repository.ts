import { countText, terminalText } from '../../../base/index.ts';
import { isMarkdown, type Readme } from '../../../git/index.ts';
import type { Repository, RepositoryCounts } from '../../../reading/index.ts';
import { cellText } from '../cell-text.ts';
import { formatMarkdown } from '../markdown/format-markdown.ts';
import { formatWords, indent } from '../markdown/text-layout.ts';
import { ageText, type ReadingLayout, visibilityText } from './words.ts';

/** Formats a repository for people: its facts, what the store has of it, and its README. */
export function formatRepository(
  repository: Repository,
  readme: Readme | null,
  layout: ReadingLayout,
): string {
  const { paint } = layout;
  const { repo, description, url } = repository;
  const blocks = [
    [
      paint(['bold'], cellText(repo)),
      ...(description === null || description === ''
        ? []
        : formatWords([{ text: cellText(description), styles: [] }], layout)),
    ],
    factsOf(repository, layout).flatMap(([name, value]) =>
      value === ''
        ? []
        : formatWords(
            [
              { text: `${name}: `, styles: ['dim'] },
              { text: value, styles: [] },
            ],
            layout,
          ),
    ),
    countsOf(repository.counts),
    readmeOf(readme, layout),
    url === null ? [] : [paint(['dim'], cellText(url))],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function readmeOf(readme: Readme | null, layout: ReadingLayout): readonly string[] {
  const text = readme?.text.trim() ?? '';
  if (readme === null || text === '') {
    return [];
  }
  const { paint, widthColumns } = layout;
  const inner = { ...layout, widthColumns: widthColumns === undefined ? undefined : widthColumns - 2 };
  const lines = isMarkdown(readme.path)
    ? formatMarkdown(text, { ...inner, isFile: true })
    : terminalText(text).split('\n');
  return [paint(['dim'], cellText(readme.path)), '', ...indent(lines, '  ')];
}

function factsOf(
  repository: Repository,
  { nowMs }: ReadingLayout,
): readonly (readonly [name: string, value: string])[] {
  const { website, topics, defaultBranch, createdAt, updatedAt, lastSeenAt, isInNewest } = repository;
  const dayText = (time: string | null) =>
    time === null ? '' : `${cellText(time).slice(0, 10)} (${cellText(ageText(time, nowMs))})`;
  return [
    ['Visibility', visibilityText(repository)],
    ['Default branch', cellText(defaultBranch)],
    ['Website', cellText(website)],
    ['Topics', topics.map(cellText).join(', ')],
    ['Created', dayText(createdAt)],
    ['Last activity', dayText(updatedAt)],
    [
      'Last seen',
      isInNewest || lastSeenAt === null ? '' : `in the snapshot of ${dayText(lastSeenAt)}; not in the newest`,
    ],
  ];
}

function countsOf(counts: RepositoryCounts): readonly string[] {
  const issues = counts.openIssues + counts.closedIssues;
  const pullRequests = counts.openPullRequests + counts.mergedPullRequests + counts.closedPullRequests;
  return [
    `  ${countText(issues, 'issue')}, ${counts.openIssues} open`,
    `  ${countText(pullRequests, 'pull request')}, ${counts.openPullRequests} open, ${counts.mergedPullRequests} merged`,
    `  ${countText(counts.releases, 'release')}`,
    `  ${countText(counts.discussions, 'discussion')}`,
    `  ${countText(counts.milestones, 'milestone')}`,
    `  ${countText(counts.labels, 'label')}`,
    `  ${countText(counts.collaborators, 'collaborator')}`,
  ];
}
