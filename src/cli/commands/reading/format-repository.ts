import { countText } from '../../../base/sizes.ts';
import { terminalText } from '../../../base/terminal-text.ts';
import { isMarkdown, type Readme } from '../../../git/read-readme.ts';
import type { Repository, RepositoryCounts } from '../../../reading/read-repositories.ts';
import { cellText } from '../../render/cell-text.ts';
import { formatMarkdown } from '../../render/markdown/format-markdown.ts';
import { formatWords, indent, narrow } from '../../render/markdown/text-layout.ts';
import { formatFacts, joinParagraphs, type ReadingLayout } from './paragraphs.ts';
import { ageText, visibilityText } from './words.ts';

/** Formats a repository for people: its facts, what the store has of it, and its README. */
export function formatRepository(
  repository: Repository,
  readme: Readme | null,
  layout: ReadingLayout,
): string {
  const { paint } = layout;
  const { repo, description, url } = repository;
  return joinParagraphs([
    [
      paint(['bold'], cellText(repo)),
      ...(description === null || description === ''
        ? []
        : formatWords([{ text: cellText(description), styles: [] }], layout)),
    ],
    formatFacts(factsOf(repository, layout), layout),
    countsOf(repository.counts),
    readmeOf(readme, layout),
    url === null ? [] : [paint(['dim'], cellText(url))],
  ]);
}

function readmeOf(readme: Readme | null, layout: ReadingLayout): readonly string[] {
  const text = readme?.text.trim() ?? '';
  if (readme === null || text === '') {
    return [];
  }
  const lines = isMarkdown(readme.path)
    ? formatMarkdown(text, { ...narrow(layout, 2), isFile: true })
    : terminalText(text).split('\n');
  return [layout.paint(['dim'], cellText(readme.path)), '', ...indent(lines, '  ')];
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
    `  ${countText(counts.releases - counts.draftReleases, 'release')}${counts.draftReleases === 0 ? '' : `, ${countText(counts.draftReleases, 'draft')}`}`,
    `  ${countText(counts.discussions, 'discussion')}`,
    `  ${countText(counts.milestones, 'milestone')}`,
    `  ${countText(counts.labels, 'label')}`,
    `  ${countText(counts.collaborators, 'collaborator')}`,
  ];
}
