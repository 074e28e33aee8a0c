import { html } from 'hono/html';
import type { Browsing, Repository } from '../../../reading/index.ts';
import { definePage } from '../../page.ts';
import { repositoryPath, withQuery } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { factsList, outwardLink } from '../../show/facts.ts';
import { personLink } from '../../show/people.ts';
import { requireRepo } from '../../show/require-repo.ts';
import { dateOf, timeAgo } from '../../show/times.ts';
import { type Writing, writingRows } from '../../show/writing-rows.ts';
import { stripOf } from './activity-strip.ts';
import { type CodeFacts, readCode, showCode } from './code-slot.ts';

interface RepositoryFacts {
  readonly repository: Repository;
  readonly code: CodeFacts;
  readonly latest: readonly Writing[];
  readonly rules: ReturnType<Browsing['branchRules']>;
  /** How much was written, month by month. */
  readonly strip: ReturnType<Browsing['strip']>;
}

const MAX_LATEST = 6;

/** A repository: its code, what it is, how much there is of what, and what happened last. */
export const repository = definePage<RepositoryFacts>({
  async read(sources, { params }) {
    const { store } = sources;
    const repo = requireRepo(store, params);
    return {
      repository: store.repository(repo),
      code: await readCode(sources, repo),
      latest: store.latest({ repos: [repo], limit: MAX_LATEST }),
      rules: store.branchRules(repo),
      strip: store.strip(repo),
    };
  },
  async show({ repository: facts, code, latest, rules, strip }, frame) {
    const { repo, description, website, topics, counts, createdAt, updatedAt } = facts;
    const path = repositoryPath(repo);
    const numbers = [
      ['open issues', counts.openIssues, withQuery(`${path}/issues`, { q: 'is:open' })],
      ['closed issues', counts.closedIssues, withQuery(`${path}/issues`, { q: 'is:closed' })],
      ['open pull requests', counts.openPullRequests, withQuery(`${path}/pulls`, { q: 'is:open' })],
      ['merged pull requests', counts.mergedPullRequests, withQuery(`${path}/pulls`, { q: 'is:merged' })],
      [
        'closed without a merge',
        counts.closedPullRequests,
        withQuery(`${path}/pulls`, { q: 'state:closed -is:merged' }),
      ],
      ['releases', counts.releases, `${path}/releases`],
      ['discussions', counts.discussions, `${path}/discussions`],
      ['milestones', counts.milestones, `${path}/milestones`],
    ] as const;
    return {
      title: repo,
      place: { repo, tab: 'code' },
      original: facts.url ?? undefined,
      main: html`<h1>${repo.slice(repo.indexOf('/') + 1)}${facts.isPrivate === true ? html` <span class="tag">private</span>` : ''}${facts.isArchived ? html` <span class="tag">archived</span>` : ''}</h1>
${description === null || description === '' ? '' : html`<p>${description}</p>`}
${await showCode(code, repo, frame)}
${latest.length === 0 ? '' : html`<h2>Recently opened or published</h2>${writingRows(latest, frame)}`}`,
      aside: html`${factsList([
        ['Website', outwardLink(website)],
        ['Created', createdAt === null ? null : dateOf(createdAt)],
        ['Updated', updatedAt === null ? null : timeAgo(updatedAt, frame.nowMs)],
        ['Last seen', lastSeenWords(facts)],
        ['Default branch', facts.defaultBranch],
      ])}${topics.length === 0 ? '' : html`<p>${topics.map((topic) => html`<span class="topic">${topic}</span>`)}</p>`}
<div class="facets"><h2>In the archive</h2><ul>${numbers.filter(([, count]) => count > 0).map(([word, count, href]) => html`<li><a href="${href}">${word}</a><span class="count">${countText(count)}</span></li>`)}</ul></div>
${stripOf(strip, path)}<h2>More</h2><ul class="plain"><li><a href="${path}/pulse">Activity charts</a></li><li><a href="${path}/attachments">Attachments</a></li><li><a href="${path}/labels">Labels</a></li><li><a href="${withQuery('/-/captures/events', { repo })}">Captured events</a></li></ul>
${
  rules.length === 0
    ? ''
    : html`<h2>Rules for branches</h2><ul class="plain">${rules.map(({ name, creator, facts: rule }) => html`<li><code>${name}</code> <span class="muted small">${ruleWords(rule)}, by ${personLink(creator, frame)}</span></li>`)}</ul>`
}`,
    };
  },
});

/** Only of a repository that is missing from the newest snapshot: it is gone, or has another name by now. */
function lastSeenWords({ lastSeenAt, isInNewest }: Repository): string | null {
  return isInNewest || lastSeenAt === null
    ? null
    : `in the snapshot of ${lastSeenAt.slice(0, 10)}; not in the newest`;
}

/** What a rule asks for, as far as people ask. */
const RULES = [
  ['requires_approving_reviews', 'reviews'],
  ['requires_status_checks', 'checks'],
  ['requires_commit_signatures', 'signatures'],
  ['requires_linear_history', 'a straight history'],
  ['admin_enforced', 'also of administrators'],
] as const;

function ruleWords(rule: Readonly<Record<string, string | number | null>>): string {
  const words = RULES.flatMap(([name, word]) => (rule[name] === 1 ? [word] : []));
  return words.length === 0 ? 'protected' : `asks for ${words.join(', ')}`;
}
