import type { JsonObject } from '../../../base/json.ts';
import { jsonFields } from '../../json-fields.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import type { RecordContext, RecordWriter } from './record-context.ts';

/**
 * The project of a repository with milestones. The specification names such records (2.8) but does not show their fields:
 * these are ours, after the classic projects of the real service.
 */
export const projectRecords: RecordWriter = ({ content }, context) => {
  const { milestones } = content;
  const [first] = milestones;
  if (first === undefined) {
    return [];
  }
  const isOpen = milestones.some(({ state }) => state === 'open');
  const record = {
    type: 'project',
    url: context.urls.project(content.repository, 1),
    repository: context.urls.repository(content.repository),
    creator: context.person(first.creator),
    name: 'Roadmap',
    body: milestones.map(({ title, description }) => `- **${title}**: ${description ?? title}`).join('\n'),
    state: isOpen ? 'open' : 'closed',
    columns: [
      { name: 'To do', cards: cardsOf(content, context, (closedAt) => closedAt === null) },
      { name: 'Done', cards: cardsOf(content, context, (closedAt) => closedAt !== null) },
    ],
    ...jsonFields(first, 'createdAt'),
    updated_at: latestOf(milestones.map(({ updatedAt }) => updatedAt)),
  };
  return [record];
};

/** The issues that a milestone contains. */
function cardsOf(
  { issues, repository }: RepositoryContent,
  { urls }: RecordContext,
  includes: (closedAt: string | null) => boolean,
): readonly JsonObject[] {
  return issues
    .filter(({ milestone, closedAt }) => milestone !== null && includes(closedAt))
    .map(({ number }) => ({ issue: urls.thread('issue', repository, number) }));
}

/** The branches on which pull requests are based, with the latest of their commits. Their fields are ours as well. */
export const baseRecords: RecordWriter = ({ content }, { urls }) => {
  const latest = new Map(content.pullRequests.map((pull) => [pull.base.ref, pull]));
  return [...latest.values()].map(({ base, createdAt }) => ({
    type: 'base',
    url: urls.branch(content.repository, base.ref),
    repository: urls.repository(content.repository),
    ...jsonFields(base, 'ref', 'sha'),
    updated_at: createdAt,
  }));
};

function latestOf(times: readonly string[]): string | null {
  return times.toSorted().at(-1) ?? null;
}
