import { html } from 'hono/html';
import { type Failure, messageOf } from '../../model/failure.ts';
import { pathOfSegments, segmentsOf } from '../addresses/location-of.ts';
import type { Markup } from '../frame.ts';
import type { PageView } from '../page.ts';
import { codePath, repositoryPath, withQuery } from '../paths.ts';
import { hintNote } from '../show/answer-or-mistake.ts';
import { stateSign } from '../show/badges.ts';
import { factsList } from '../show/facts.ts';
import type { Sources } from '../sources.ts';

/** The page of what the archive lacks: what is nearest to it, its address at the service, and a search. */
export function missingView(error: Failure, { pathname, search }: URL, sources: Sources): PageView {
  const [origin] = sources.store.origins();
  // The hint with the nearest numbers says less than the links to them.
  const isOfService = !pathname.startsWith('/-/') && origin !== undefined;
  const original = isOfService ? `${origin}${pathname}${search}` : undefined;
  const nearest = isOfService ? nearestTo(segmentsOf(pathname), sources) : undefined;
  const last = segmentsOf(pathname).at(-1) ?? '';
  const [owner = '', name = ''] = segmentsOf(pathname);
  const repo = isOfService ? sources.store.repositoryName(`${owner}/${name}`) : undefined;
  return {
    title: 'Not in this archive',
    width: 'text',
    original,
    ...(repo === undefined ? {} : { place: { repo } }),
    main: html`<h1>Not in this archive</h1><p>${messageOf(error)}.</p>${/^The nearest /.test(error.hint) ? '' : hintNote(error)}
${factsList([
  ['Nearest to it', nearest],
  ['At the service', original && html`<a href="${original}" rel="noreferrer noopener">${original}</a>`],
  ['Start at', html`<a href="/">The home page</a>`],
])}
<h2>Look for it</h2>
<form class="filter" action="/-/search" role="search" aria-label="Search everything"><label class="unseen" for="filter">What to look for</label><input type="search" id="filter" name="q" value="${/^\d+$/.test(last) ? (repo === undefined ? '' : `repo:${repo} `) : last.replace(/[-_+]+/g, ' ')}"><button>Search</button></form>`,
  };
}

const CODE: ReadonlySet<string> = new Set(['blob', 'tree', 'raw', 'blame', 'commits', 'edit']);

function nearestTo(segments: readonly string[], { store, links }: Sources): Markup | undefined {
  const [owner = '', name = '', section = '', ...rest] = segments;
  const repo = store.repositoryName(`${owner}/${name}`);
  if (repo === undefined) {
    const path = links.account(owner);
    return path === undefined ? undefined : html`<a href="${path}">${owner}</a>`;
  }
  const number = /^\d{1,9}$/.test(rest[0] ?? '') ? Number(rest[0]) : undefined;
  const near = number === undefined ? [] : store.nearestNumbers(repo, number);
  const threads = near.flatMap((each) => {
    const found = links.glance(repo, each);
    return found === undefined ? [] : [{ ...found, number: each }];
  });
  if (threads.length > 0) {
    return html`${threads.map(
      (found) =>
        html`<div><a class="titled" href="${found.path}">${stateSign(found)} ${found.title ?? 'Untitled'} <span class="muted">${repo}#${found.number}</span></a></div>`,
    )}`;
  }
  if (CODE.has(section) && rest.length > 1 && store.gitPlace(repo, false) !== undefined) {
    const q = rest.at(-1) ?? '';
    return html`<a href="${withQuery(codePath('find', { repo, ref: 'HEAD' }), { q })}">files whose names are like ${q}</a>`;
  }
  const home = repositoryPath(repo);
  return LISTS.has(section)
    ? html`<a href="${home}${pathOfSegments([section === 'pull' ? 'pulls' : section])}">the ${section === 'pull' ? 'pull requests' : section} of ${repo}</a>`
    : html`<a href="${home}">${repo}</a>`;
}

const LISTS: ReadonlySet<string> = new Set([
  'issues',
  'pull',
  'discussions',
  'releases',
  'milestones',
  'labels',
]);
