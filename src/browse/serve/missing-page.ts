import { html } from 'hono/html';
import { nearestName } from '../../base/nearest-name.ts';
import { type Failure, messageOf } from '../../model/failure.ts';
import { pathOfSegments, segmentsOf } from '../addresses/location-of.ts';
import type { Markup } from '../frame.ts';
import type { MatchedPage } from '../match-page.ts';
import type { PageView } from '../page.ts';
import { accountPath, milestonePath, releasePath, repositoryPath, teamsPath } from '../paths.ts';
import { hintNote, sentenceOf } from '../show/answer-or-mistake.ts';
import { stateSign } from '../show/badges.ts';
import { factsList } from '../show/facts.ts';
import type { Sources } from '../sources.ts';
import { missingAlert } from './nearest-alerts.ts';
import { lines, nearestCode } from './nearest-code.ts';
import { TO_NEWEST } from './prefix-links.ts';

/** What was asked for, and the page that answers such paths. */
export interface AskedPage {
  readonly url: URL;
  readonly matched: MatchedPage | undefined;
}

/** Hints that say less than the links of the page. */
const SAID_BY_LINKS =
  /^The nearest |^Did you mean [^"]|home page|^The (?:file finder|list of (?:alerts|branches|milestones)|sidebar of each wiki page) /;

/** The page of what the archive lacks: what is nearest to it, its address at the service, and a search. */
export async function missingView(
  error: Failure,
  { url, matched }: AskedPage,
  sources: Sources,
): Promise<PageView> {
  const { pathname, search } = url;
  const [origin] = sources.store.origins();
  const isOfReader = pathname.startsWith('/-/');
  const isOfService = !isOfReader && origin !== undefined;
  const alert = missingAlert(url, sources);
  const original = isOfService ? `${origin}${pathname}${search}` : alert?.original;
  const nearest = isOfService
    ? await nearestTo(segmentsOf(pathname), sources)
    : (alert?.nearest ?? nearestPage(pathname, sources.namedPages));
  const [owner = '', name = ''] = segmentsOf(pathname);
  const repo = isOfService ? sources.store.repositoryName(`${owner}/${name}`) : undefined;
  const isAccountPage = isOfService && repo === undefined && owner !== 'orgs';
  const unknown = (isAccountPage ? name : segmentsOf(pathname).at(-1)) || owner;
  const isNumber = alert !== undefined || /^#?\d+$/.test(unknown);
  const words = isNumber ? '' : unknown.replace(/[-_+]+/g, ' ').trim();
  // Any two segments could be a repository; `-` cannot be the name of an account.
  const isUnknownPage = matched === undefined || (isOfReader && !matched.row.path.startsWith('/-/'));
  const title =
    isUnknownPage && !isOfService
      ? 'This reader has no such page'
      : `Not in this ${sources.isOlder ? 'snapshot' : 'archive'}`;
  const sentence = isUnknownPage
    ? unknownPage(pathname, repo, isOfService)
    : sources.isOlder
      ? html`Later archives may have it. <a href="${pathname}${search}" ${TO_NEWEST}>Look in the newest snapshot</a>.`
      : sentenceOf(messageOf(error));
  return {
    title,
    width: 'text',
    original,
    place: alert?.place ?? (repo === undefined ? {} : { repo }),
    main: html`<h1>${title}</h1><p>${sentence}</p>${SAID_BY_LINKS.test(error.hint) ? '' : hintNote(error)}
${factsList([
  ['Nearest to it', nearest],
  ['At the service', original && html`<a href="${original}" rel="noreferrer noopener">${original}</a>`],
  ['Start at', html`<a href="/">The home page</a>`],
])}${words === '' ? '' : searchFor(words)}`,
  };
}

function searchFor(words: string): Markup {
  return html`<h2>Look for it</h2>
<form class="filter" action="/-/search" role="search" aria-label="Search everything"><label class="unseen" for="filter">What to look for</label><input type="search" id="filter" name="q" value="${words}"><button>Search</button></form>`;
}

/** What has no such page, as a sentence. */
function unknownPage(pathname: string, repo: string | undefined, isOfService: boolean): string {
  const [owner = '', name = '', ...rest] = segmentsOf(pathname);
  return repo !== undefined
    ? `${repo} has no page ${rest.join('/')}.`
    : isOfService && name !== ''
      ? `There is no repository ${owner}/${name}.`
      : `There is no page ${pathname.replace(/^\/(?:-\/)?/, '')}.`;
}

/** The page of the reader whose path or title is like the path. */
function nearestPage(path: string, pages: Sources['namedPages']): Markup | undefined {
  const typed = path.replace(/^\/-\//, '');
  const known = new Map(
    pages.flatMap(([to, title]) => [
      [to.replace(/^\/-\//, ''), { to, title }],
      [title, { to, title }],
    ]),
  );
  const found = known.get(nearestName(typed, known.keys()) ?? '');
  return found && html`<a href="${found.to}">${found.title}</a>`;
}

/** The account that was probably meant. */
async function nearestAccount(login: string, { store }: Sources): Promise<string | undefined> {
  const accounts = await store.accounts({ after: '', limit: MAX_ACCOUNTS, search: '' });
  return nearestName(
    login,
    accounts.map((account) => account.login),
  );
}

/** Comparing names takes time. */
const MAX_ACCOUNTS = 5_000;

/** The repository that was probably meant, and the account if there is one. */
async function nearestRepository(owner: string, name: string, sources: Sources): Promise<Markup | undefined> {
  const { store, links } = sources;
  const names = store.repositoryNames();
  const typed = `${owner}/${name}`;
  const own = names.filter((one) => one.toLowerCase().startsWith(`${owner.toLowerCase()}/`));
  const lastOf = (one: string) => one.slice(one.indexOf('/') + 1);
  const last = nearestName(name, own.map(lastOf));
  const repo =
    name === ''
      ? undefined
      : (own.find((one) => lastOf(one) === last) ??
        names.find((one) => lastOf(one).toLowerCase() === name.toLowerCase()) ??
        nearestName(typed, names));
  const isAccount = links.account(owner) !== undefined;
  const login = isAccount ? owner : name === '' ? await nearestAccount(owner, sources) : undefined;
  return lines(
    repo === undefined ? undefined : [repositoryPath(repo), repo],
    login === undefined ? undefined : [accountPath(login), login],
  );
}

/** The team that was probably meant, and the list of teams. */
function nearestTeam(organization: string, typed: string, { store }: Sources): Markup | undefined {
  const slugs = store.teams(organization).flatMap(({ slug }) => slug ?? []);
  const slug = nearestName(typed, slugs);
  return lines(
    slug === undefined ? undefined : [teamsPath(organization, slug), slug],
    slugs.length === 0 ? undefined : [teamsPath(organization), `the teams of ${organization}`],
  );
}

const MAX_MILESTONES = 3;

/** The milestones with the nearest numbers, and the list of them. */
function nearestMilestones(repo: string, wanted: number, { store }: Sources): Markup | undefined {
  const near = store
    .milestones(repo)
    .flatMap(({ number, title }) => (number === null ? [] : [{ number, title }]))
    .sort((one, other) => Math.abs(one.number - wanted) - Math.abs(other.number - wanted));
  return lines(
    ...near
      .slice(0, MAX_MILESTONES)
      .map(({ number, title }) => [milestonePath(repo, number), title ?? `Milestone ${number}`] as const),
    [`${repositoryPath(repo)}/milestones`, `the milestones of ${repo}`],
  );
}

const MAX_NEAR_RELEASES = 3;

/** More releases are not looked through. */
const MAX_RELEASES = 2_000;

/** The release whose tag is most like this one, those next to it by their numbers, and the list of releases. */
function nearestReleases(repo: string, typed: string, { store }: Sources): Markup | undefined {
  const releases = [...store.releases({ repo, limit: MAX_RELEASES, isOldestFirst: false })].flatMap(
    ({ tag, name }) => (tag === null ? [] : [{ tag, name }]),
  );
  const like = nearestName(
    typed,
    releases.map(({ tag }) => tag),
  );
  const sorted = releases.toSorted((one, other) => compareTags(one.tag, other.tag));
  const later = sorted.findIndex(({ tag }) => compareTags(tag, typed) > 0);
  const end = later < 0 ? sorted.length : Math.max(later + 1, MAX_NEAR_RELEASES);
  const next = sorted.slice(Math.max(0, end - MAX_NEAR_RELEASES), end).reverse();
  const near = new Map([...releases.filter(({ tag }) => tag === like), ...next].map((one) => [one.tag, one]));
  return lines(
    ...[...near.values()]
      .slice(0, MAX_NEAR_RELEASES)
      .map(
        ({ tag, name }) =>
          [
            releasePath(repo, tag),
            name?.includes(tag) ? name : [tag, name].filter(Boolean).join(': '),
          ] as const,
      ),
    [`${repositoryPath(repo)}/releases`, `the releases of ${repo}`],
  );
}

/** By the numbers in them, without letters in front: `v1.9.0`, `1.10.0`. */
function compareTags(one: string, other: string): number {
  const [left, right] = [one, other].map((tag) => tag.replace(/^\D+(?=\d)/, ''));
  return (left ?? '').localeCompare(right ?? '', 'en', { numeric: true });
}

async function nearestTo(segments: readonly string[], sources: Sources): Promise<Markup | undefined> {
  const { store, links } = sources;
  const [owner = '', name = '', section = '', ...rest] = segments;
  const repo = store.repositoryName(`${owner}/${name}`);
  if (owner === 'orgs' && section === 'teams') {
    return nearestTeam(name, rest[0] ?? '', sources);
  }
  if (repo === undefined) {
    return await nearestRepository(owner, name, sources);
  }
  const number = /^\d{1,9}$/.test(rest[0] ?? '') ? Number(rest[0]) : undefined;
  if (section === 'milestones' && number !== undefined) {
    return nearestMilestones(repo, number, sources);
  }
  if (section === 'releases' && rest.length > 1 && store.repository(repo).counts.releases > 0) {
    return nearestReleases(repo, (rest[0] === 'tag' ? rest.slice(1) : rest.slice(1, 2)).join('/'), sources);
  }
  const near = number === undefined ? [] : store.nearestNumbers(repo, number);
  const known = (each: number) => {
    const found = links.glance(repo, each);
    return found === undefined ? [] : [{ ...found, number: each }];
  };
  // The number itself exists if the section is misspelled.
  const itself = number === undefined ? [] : known(number);
  const threads = itself.length > 0 ? itself : near.flatMap(known);
  if (threads.length > 0) {
    const newest = Math.max(...threads.map((found) => found.number));
    return html`${newest < (number ?? 0) ? html`<div>The newest is #${newest}.</div>` : ''}${threads.map(
      (found) =>
        html`<div><a class="titled" href="${found.path}">${stateSign(found)} ${found.title ?? 'Untitled'} <span class="muted">${repo}#${found.number}</span></a></div>`,
    )}${LISTS.has(section) ? html`<div>${listLink(repo, section)}</div>` : ''}`;
  }
  const code = await nearestCode(sources, repo, [section, ...rest]);
  if (code !== undefined) {
    return code;
  }
  const home = repositoryPath(repo);
  return LISTS.has(section) ? listLink(repo, section) : html`<a href="${home}">${repo}</a>`;
}

function listLink(repo: string, section: string): Markup {
  const isPull = section === 'pull';
  return html`<a href="${repositoryPath(repo)}${pathOfSegments([isPull ? 'pulls' : section])}">all ${isPull ? 'pull requests' : section} of ${repo}</a>`;
}

const LISTS: ReadonlySet<string> = new Set([
  'issues',
  'pull',
  'discussions',
  'releases',
  'milestones',
  'labels',
]);

/** The page of any other error. */
export function errorView(title: string, sentence: string, hint: Markup | string): PageView {
  return {
    title,
    width: 'text',
    main: html`<h1>${title}</h1><p>${sentence}</p>${hint}
<p><a href="/">Go to the home page</a></p>`,
  };
}
