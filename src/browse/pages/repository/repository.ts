import { html } from 'hono/html';
import { capitalized, joinWords } from '../../../base/text-ends.ts';
import { isUnreadable } from '../../../git/ask-git.ts';
import { type Licence, readLicence } from '../../../git/read-licence.ts';
import { SEVERITIES } from '../../../model/captures.table.ts';
import { Failure } from '../../../model/failure.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { ListedRelease } from '../../../reading/read-releases.ts';
import type { Repository } from '../../../reading/read-repositories.ts';
import { sparkline } from '../../charts/line-chart.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { codePath, nameOf, releasePath, repositoryPath, withQuery } from '../../paths.ts';
import { OF_DEFAULT_BRANCH, refChoice, searchForm, wayList } from '../../show/code/code-bar.ts';
import { commitLink } from '../../show/code/commit-line.ts';
import { treeTable, treeWays } from '../../show/code/tree-table.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote, factsList, outwardLink } from '../../show/facts.ts';
import { personFace, personLink } from '../../show/links.ts';
import { topicList } from '../../show/repository-list.ts';
import { dateOf, dateText, monthText, timeAgo } from '../../show/times.ts';
import { type Writing, writingRows } from '../../show/writing-rows.ts';
import type { Sources } from '../../sources.ts';
import { ALERTS_PATH, alertsPath } from '../captures/captured-subjects.ts';
import { countTallied, tallyAlerts } from '../captures/count-tallied.ts';
import { openPlaceIn } from '../code/code-place.ts';
import { readTree, type TreeFacts } from '../code/read-tree.ts';
import { newestOf } from '../releases/releases.ts';
import { type OtherRecord, otherRecordsOf, textField } from './projects.ts';

interface RepositoryFacts {
  readonly repository: Repository;
  readonly code: CodeFacts;
  readonly latest: readonly Writing[];
  readonly rules: ReturnType<Browsing['branchRules']>;
  readonly collaborators: ReturnType<Browsing['collaborators']>;
  /** The branches that pull requests were based on, each with the commit that the newest of them was. */
  readonly bases: readonly OtherRecord[];
  /** Records per month. */
  readonly strip: ReturnType<Browsing['strip']>;
  readonly latestRelease: ShownRelease | null;
  /** Null if no alerts of it were kept. */
  readonly openAlerts: OpenAlerts | null;
}

interface OpenAlerts {
  readonly count: number;
  /** How many have the worst severity of them. */
  readonly worstCount: number;
  readonly worst: string | null;
}

type ShownRelease = Pick<ListedRelease, 'name' | 'tag' | 'publishedAt'>;

const MAX_LATEST = 6;

/** The page of a repository: code, facts, counts and the latest activity. */
export const repository = definePage<RepositoryFacts>({
  async read(sources, { params }) {
    const { store } = sources;
    const repo = requireRepo(store, params);
    return {
      repository: store.repository(repo),
      latestRelease: newestOf(store, repo).newest.find(({ isLatest }) => isLatest) ?? null,
      code: await readCode(sources, repo),
      latest: store.latest({ repos: [repo], limit: MAX_LATEST }),
      rules: store.branchRules(repo),
      collaborators: store.collaborators(repo),
      bases: otherRecordsOf(store, 'base', repo),
      strip: store.strip(repo),
      openAlerts: sources.hasPage(ALERTS_PATH) ? readOpenAlerts(store, repo) : null,
    };
  },
  async show(
    { repository: facts, code, latest, rules, collaborators, bases, strip, latestRelease, openAlerts },
    frame,
  ) {
    const { repo, description, website, topics, counts, createdAt, updatedAt } = facts;
    const path = repositoryPath(repo);
    const allNumbers = [
      ['open issues', counts.openIssues, withQuery(`${path}/issues`, { q: 'is:open' })],
      ['closed issues', counts.closedIssues, withQuery(`${path}/issues`, { q: 'is:closed' })],
      ['open pull requests', counts.openPullRequests, withQuery(`${path}/pulls`, { q: 'is:open' })],
      ['merged pull requests', counts.mergedPullRequests, withQuery(`${path}/pulls`, { q: 'is:merged' })],
      [
        'closed without merging',
        counts.closedPullRequests,
        withQuery(`${path}/pulls`, { q: 'state:closed -is:merged' }),
      ],
      ['releases', counts.releases - counts.draftReleases, `${path}/releases`],
      ['draft releases', counts.draftReleases, `${path}/releases`],
      ['discussions', counts.discussions, `${path}/discussions`],
      ['milestones', counts.milestones, `${path}/milestones`],
    ] as const;
    const numbers = allNumbers.filter(([, count]) => count > 0);
    return {
      title: repo,
      place: { repo, tab: 'code' },
      original: facts.url ?? undefined,
      main: html`<h1>${nameOf(repo)}${facts.isPrivate === true ? html` <span class="tag">private</span>` : ''}${facts.isArchived ? html` <span class="tag">archived</span>` : ''}</h1>
${description === null || description === '' ? '' : html`<p>${description}</p>`}
${await showCode(code, repo, frame)}
${latest.length === 0 ? '' : html`<h2>Recently opened or published</h2>${writingRows(latest, frame)}`}`,
      aside: html`${factsList([
        ['Website', outwardLink(website)],
        ['Created', createdAt === null ? null : dateOf(createdAt)],
        ['Updated', updatedAt === null ? null : timeAgo(updatedAt, frame.nowMs)],
        ['Last seen', lastSeenWords(facts)],
        ['Default branch', facts.defaultBranch],
        ['Licence', licenceLink(code, repo)],
        ['Latest release', releaseLink(latestRelease, repo)],
        ['Vulnerabilities', alertsLink(openAlerts, repo)],
      ])}${topicList(topics)}
${numbers.length === 0 ? '' : html`<div class="facets linked"><h2>In the archive</h2><ul>${numbers.map(([word, count, href]) => html`<li><a href="${href}">${word}</a><span class="count">${countText(count)}</span></li>`)}</ul></div>`}
${peopleList(collaborators, frame)}${stripOf(strip, path)}<div data-control><h2>More</h2><ul class="plain"><li><a href="${path}/pulse">Activity charts</a></li><li><a href="${path}/attachments">Attachments</a></li><li data-control><a href="${withQuery('/-/captures/events', { repo })}">Events of the feeds</a></li></ul></div>
${
  rules.length === 0
    ? ''
    : html`<h2>Rules for branches</h2><ul class="plain">${rules.map(({ name, creator, facts: rule }) => html`<li><code>${name}</code> <span class="muted small">${ruleWords(rule)}. ${personLink(creator, frame)} set this.</span></li>`)}</ul>`
}${bases.length === 0 || code.tree !== null ? '' : html`<h2>Base branches</h2><p class="muted small">The branches that pull requests were based on, each with a commit that the archive records, which need not be its newest.</p><ul class="plain">${bases.map((base) => baseLine(repo, base))}</ul>`}`,
    };
  },
});

/** More people are folded. */
const MAX_PEOPLE = 6;

function peopleList(people: RepositoryFacts['collaborators'], frame: Frame): Markup | string {
  const [first, rest] = [people.slice(0, MAX_PEOPLE), people.slice(MAX_PEOPLE)];
  const list = (some: typeof people) =>
    html`<ul class="plain">${some.map(({ login, permission }) => html`<li>${personFace(login, frame)}${permission === null ? '' : html` <span class="muted small">${permission}</span>`}</li>`)}</ul>`;
  return people.length === 0
    ? ''
    : html`<h2>People with access <span class="count">${countText(people.length)}</span></h2>${list(first)}${rest.length === 0 ? '' : html`<details><summary class="small">${countText(rest.length)} more</summary>${list(rest)}</details>`}`;
}

function licenceLink({ tree, licence }: CodeFacts, repo: string): Markup | null {
  return tree === null || licence === null
    ? null
    : html`<a href="${codePath('blob', { repo, ref: tree.place.ref, path: licence.path })}">${licence.name}</a>`;
}

function releaseLink(release: ShownRelease | null, repo: string): Markup | null {
  return release === null
    ? null
    : html`<a href="${releasePath(repo, release.tag ?? '')}"><bdi>${release.name ?? release.tag}</bdi></a>, ${dateOf(release.publishedAt)}`;
}

function readOpenAlerts(store: Browsing, repo: string): OpenAlerts | null {
  const tallies = tallyAlerts(store, repo);
  const counted = (severity?: string) => countTallied(tallies, { state: 'open', severity });
  const worst = SEVERITIES.find((severity) => counted(severity) > 0);
  return tallies.length === 0 ? null : { count: counted(), worst: worst ?? null, worstCount: counted(worst) };
}

function alertsLink(alerts: OpenAlerts | null, repo: string): Markup | null {
  if (alerts === null) {
    return null;
  }
  const { count, worst, worstCount } = alerts;
  return count === 0
    ? html`<a href="${alertsPath(repo)}">no open alerts</a>`
    : html`<a href="${withQuery(ALERTS_PATH, { repo })}">${countOf(count, 'open alert')}</a>${worst === null ? '' : `, ${countText(worstCount)}\u00a0${worst}`}`;
}

/** Only for a repository that is missing from the newest snapshot: it was deleted or renamed. */
function lastSeenWords({ lastSeenAt, isInNewest }: Repository): string | null {
  return isInNewest || lastSeenAt === null
    ? null
    : `in the snapshot of ${dateText(lastSeenAt)}, but not in the newest`;
}

/** The fields of bases are not known: what looks like a branch and a commit is linked. */
function baseLine(repo: string, { url, record }: OtherRecord): Markup {
  const [ref, sha] = [textField(record, 'ref'), textField(record, 'sha')];
  const branch =
    ref === undefined ? url : html`<a href="${codePath('tree', { repo, ref })}"><code>${ref}</code></a>`;
  return html`<li>${branch}${sha === undefined ? '' : html` <span class="muted small">${commitLink(repo, sha)}</span>`}</li>`;
}

/** The settings of a branch protection rule that are shown, with their wording. */
const RULES = [
  ['requires_approving_reviews', 'approving reviews'],
  ['requires_status_checks', 'passing checks'],
  ['requires_commit_signatures', 'signed commits'],
  ['requires_linear_history', 'a linear history'],
] as const;

/** What a rule requires of changes to its branch, after the branch's name. */
function ruleWords(rule: Readonly<Record<string, string | number | null>>): string {
  const words = RULES.flatMap(([name, word]) => (rule[name] === 1 ? [word] : []));
  const needs = words.length === 0 ? 'is protected' : `requires ${joinWords(words)}`;
  return rule['admin_enforced'] === 1 ? `${needs}, also from administrators` : needs;
}

/** A sparkline of a repository's activity that links to the charts; empty with less than two months of data. */
export function stripOf(months: ReturnType<Browsing['strip']>, path: string): Markup | string {
  const [first, last] = [months[0], months.at(-1)];
  if (months.length < 2 || first === undefined || last === undefined) {
    return '';
  }
  const total = months.reduce((sum, { count }) => sum + count, 0);
  const words = `${countOf(total, 'thread or comment', 'threads and comments')}, ${monthText(first.month)} to ${monthText(last.month)}`;
  return html`<h2>Activity</h2><p><a href="${path}/pulse">${sparkline(
    months.map(({ count }) => count),
    words,
  )}</a><br><span class="muted small">${words}</span></p>`;
}

/** The code section of a repository's page: its root folder, or the reason why there is none. */
export interface CodeFacts {
  readonly tree: TreeFacts | null;
  readonly reason: string | null;
  readonly licence: Licence | null;
}

/** Reads the code section of a repository's page. An unreadable repository is a reason instead of a failure. */
export async function readCode(sources: Sources, repo: string): Promise<CodeFacts> {
  try {
    const { git, place } = await openPlaceIn(sources, repo, '');
    const tree = await readTree(git, place, sources.links);
    return tree === undefined
      ? noCode(`The newest commit of ${place.ref} is incomplete: its files are missing.`)
      : { tree, reason: null, licence: await readLicence(git, tree.entries) };
  } catch (error) {
    if (isUnreadable(error)) {
      return noCode(`${error.message}.`);
    }
    if (error instanceof Failure && error.code === 'absent') {
      return noCode(`${capitalized(error.reason)}.`);
    }
    throw error;
  }
}

function noCode(reason: string): CodeFacts {
  return { tree: null, reason, licence: null };
}

/** Shows the files of the default branch and the README, or why there are none. */
export function showCode({ tree, reason }: CodeFacts, repo: string, frame: Frame): Markup {
  if (tree === null) {
    return emptyNote(reason ?? 'There is no code to show.');
  }
  const menu = refChoice(tree.place, (ref) => codePath('tree', { repo, ref }));
  return html`<div class="code-bar">${menu}${wayList(treeWays(tree))}${searchForm(repo)}</div>${tree.place.isSite ? html`<p class="muted small own-words">${OF_DEFAULT_BRANCH}; it has no file finder, blame or ZIP files.</p>` : ''}${treeTable(tree, frame)}`;
}
