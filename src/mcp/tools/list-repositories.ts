import type { AnswerSources, ToolValues } from '../open-answers.ts';
import { shortLine, withSource } from './answer-text.ts';

const PAGE = 50;

export function listRepositories({ owner, after = '' }: ToolValues, sources: AnswerSources): string {
  const owned = owner === undefined ? undefined : sources.reading.repositoriesOf([String(owner)]);
  const names = (owned ?? sources.reading.repositoryNames()).filter((name) => name > String(after));
  const lines = names.slice(0, PAGE).map((name) => {
    const { description, isPrivate, isArchived, counts } = sources.reading.repository(name);
    const { openIssues, closedIssues, openPullRequests, mergedPullRequests, closedPullRequests } = counts;
    const facts = [
      ...(isPrivate === true ? ['private'] : []),
      ...(isArchived ? ['archived'] : []),
      `${openIssues} of ${openIssues + closedIssues} issues open`,
      `${openPullRequests} of ${openPullRequests + mergedPullRequests + closedPullRequests} pull requests open`,
      `${counts.releases - counts.draftReleases} releases`,
    ];
    return `${name} (${facts.join(', ')}) ${shortLine(description ?? '', 200)}`.trimEnd();
  });
  const last = names[PAGE - 1];
  const more = names.length > PAGE ? [`More: after=${last}`] : [];
  return withSource([...lines, ...more].join('\n') || 'There are none.', sources);
}
