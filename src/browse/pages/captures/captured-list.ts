import { html } from 'hono/html';
import { capitalized, joinWords } from '../../../base/text-ends.ts';
import { CAPTURE_NAMES, CAPTURES, type CaptureName } from '../../../model/captures.table.ts';
import { Failure } from '../../../model/failure.ts';
import type { Browsing, CapturedFilter, CapturedTally } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/links.ts';
import { offsetIn, otherQuery, pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import { momentOf } from '../../show/times.ts';
import { foldedFacets } from '../threads/facet-list.ts';
import { alertsPath, type CapturedRow, readSubjects, type Subject } from './captured-subjects.ts';
import { chooseValue } from './choose-value.ts';
import { countTallied } from './count-tallied.ts';
import { showAlert } from './show-alert.ts';
import { alertChoice, alertFacets, showAlerts } from './show-alerts.ts';
import { showBudgets } from './show-budgets.ts';
import { showEvents } from './show-events.ts';
import { showGists, showStars } from './show-listed.ts';
import { feedFacets, notificationChoice, showNotifications } from './show-notifications.ts';

interface CapturedList {
  readonly kind: CaptureName;
  readonly repo: string | null;
  /** What the rows were chosen by. */
  readonly filter: CapturedFilter;
  /** How many there are of each choice; empty for kinds without choices. */
  readonly tallies: readonly CapturedTally[];
  /** How many rows the filter selects, where all rows are one list; null for other kinds. */
  readonly count: number | null;
  /** Whether there are rows of other repositories only. */
  readonly hasOthers: boolean;
  readonly rows: readonly CapturedRow[];
  /** What each row is about. */
  readonly subjects: readonly (Subject | null)[];
  readonly origin: ReturnType<Browsing['captureOrigin']>;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

const PER_PAGE = 60;

/** The captured data of one kind. */
export const capturedList = definePage<CapturedList>({
  async read(sources, request) {
    const { store } = sources;
    const { params, query } = request;
    const kind = CAPTURE_NAMES.find((name) => name === params['kind']);
    if (kind === undefined) {
      throw new Failure('absent', `Cannot show "${params['kind'] ?? ''}": there is no capture of this kind`, {
        hint: `The kinds are ${joinWords(CAPTURE_NAMES)}`,
      });
    }
    const named = query.get('repo') ?? undefined;
    const repo = named === undefined ? undefined : (store.repositoryName(named) ?? named);
    const offset = offsetIn(query);
    const filter = filterOf(kind, query);
    const rows = store.captured({ kind, repo, filter, offset, limit: PER_PAGE + 1 });
    const stretch = { offset, perPage: PER_PAGE, hasMore: rows.length > PER_PAGE };
    const shown = rows.slice(0, PER_PAGE);
    const tallies = store.capturedTallies({ kind, repo });
    if (filter.number !== undefined && rows.length === 0) {
      throw absentAlert(query.get('alert') ?? '', repo, countTallied(tallies, {}));
    }
    if (repo !== undefined && rows.length === 0 && store.repositoryName(repo) === undefined) {
      throw new Failure('absent', `Cannot show ${kind} of "${repo}": none of such a repository were kept`, {
        hint: `The list of ${kind} has all that were kept`,
      });
    }
    const subjects = await readSubjects(sources, kind, shown);
    const places = pathsByOffset(request, stretch);
    const origin = store.captureOrigin(kind);
    const count = countOf(store, { kind, filter, tallies });
    const hasOthers = repo !== undefined && rows.length === 0 && store.capturedCounts()[kind] > 0;
    const chosen = { kind, repo: repo ?? null, filter, tallies, count, hasOthers };
    return { ...chosen, rows: shown, subjects, origin, ...places };
  },
  show(list, frame) {
    const { kind, repo, count, rows, prevPath, nextPath } = list;
    const [row] = rows;
    if (kind === 'alerts' && list.filter.number !== undefined && row !== undefined && rows.length === 1) {
      return showAlert(row, list.subjects[0] ?? null, frame);
    }
    const title = capitalized(kind);
    const facets = facetsOf(list, frame);
    const isOfRepository = kind === 'alerts' && repo !== null && frame.links.repository(repo) !== undefined;
    return {
      title: repo === null ? title : `${title} of ${repo}`,
      ...(isOfRepository ? { place: { repo, list: { title, path: alertsPath(repo) } } } : {}),
      links: pagerLinks({ before: prevPath, after: nextPath }),
      main: html`${isOfRepository ? '' : feedTabs(list)}<h1>${title}${repo === null ? '' : html` of ${repo}`}${count === null ? '' : html` <span class="count">${countText(count)}</span>`}</h1>${introOf(list, frame)}${foldedFacets(facets)}${
        rows.length > 0
          ? rowsOf(list, frame)
          : emptyNote(
              list.tallies.length > 0
                ? html`None of them match.${kind === 'alerts' && list.filter.severity !== undefined ? '' : html` <a href="${allPath(kind, frame)}">Show all</a>`}`
                : list.hasOthers
                  ? html`No ${kind} of ${repo} have been kept. <a href="/-/captures/${kind}">Those of other repositories</a>`
                  : `None have been kept: archives do not contain them, and no backup has asked the service for them. A backup does if ${kind} are among what it keeps from the service.`,
            )
      }${pager({ before: prevPath, after: nextPath })}`,
      aside: html`${facets}`,
    };
  },
});

function absentAlert(number: string, repo: string | undefined, kept: number): Failure {
  const of = repo === undefined ? '' : ` of ${repo}`;
  const place = repo === undefined ? '' : ' of this repository';
  const reason =
    kept === 0 ? `no alerts${place} were kept` : `it is not among the ${kept} that were kept${place}`;
  return new Failure('absent', `Cannot show alert "${number}"${of}: ${reason}`, {
    hint:
      kept === 0
        ? 'A backup keeps them if alerts are among what it keeps from the service'
        : 'The list of alerts has all that were kept',
  });
}

/** Redirects from the name of a kind to its list. */
export const capturedKind = definePage<CapturedList>({
  read: (_, { params }) => ({ redirectTo: `/-/captures/${params['kind']}` }),
  show: () => ({ title: 'Inbox and feeds', main: html`` }),
});

/** The feeds as tabs, so that they stay where the column next to the list is folded. */
function feedTabs({ kind, repo }: CapturedList): Markup {
  return html`<nav aria-label="Inbox and feeds" data-control><ul class="tabs"><li><a href="/-/captures">Overview</a></li>${CAPTURE_NAMES.map((name) => html`<li><a href="${withQuery(`/-/captures/${name}`, { repo: repo ?? undefined })}"${name === kind ? html` aria-current="page"` : ''}>${capitalized(name)}</a></li>`)}</ul></nav>`;
}

/** Tallies have no topics. */
function countOf(
  store: Browsing,
  { kind, filter, tallies }: Pick<CapturedList, 'kind' | 'filter' | 'tallies'>,
) {
  switch (kind) {
    case 'stars':
      return filter.topic === undefined ? countTallied(tallies, filter) : null;
    case 'events':
      return countTallied(tallies, filter);
    case 'gists':
      return store.capturedCounts()[kind];
    default:
      return null;
  }
}

function facetsOf(list: CapturedList, frame: Frame): Markup | string {
  switch (list.kind) {
    case 'notifications':
      return feedFacets('reason', list, { repo: list.repo, frame });
    case 'events':
      return feedFacets('type', list, { repo: list.repo, frame });
    case 'stars':
      return languageFacets(list, frame);
    case 'alerts':
      return list.filter.number === undefined ? alertFacets(list, list.repo, frame) : '';
    default:
      return '';
  }
}

/** What the address of a list chooses: `is=unread` and `reason`, `type`, `state` (open unless it is named) and `severity`, or one `alert` by its number, `language` and `topic`. */
function filterOf(kind: CaptureName, query: URLSearchParams): CapturedFilter {
  if (kind === 'notifications') {
    const reason = query.get('reason');
    return {
      ...(query.get('is') === 'unread' ? { is_unread: 1 } : {}),
      ...(reason === null ? {} : { reason }),
    };
  }
  const type = query.get('type');
  if (kind === 'events') {
    return type === null ? {} : { type };
  }
  const [language, topic] = [query.get('language'), query.get('topic')];
  if (kind === 'stars') {
    return { ...(language === null ? {} : { language }), ...(topic === null ? {} : { topic }) };
  }
  const [state, severity, alert] = [query.get('state') ?? 'open', query.get('severity'), query.get('alert')];
  if (kind === 'alerts' && alert !== null) {
    return { number: Number(alert) || 0 };
  }
  return kind === 'alerts'
    ? { ...(state === 'all' ? {} : { state }), ...(severity === null ? {} : { severity }) }
    : {};
}

function allPath(kind: CaptureName, { path }: Frame): string {
  const any = Object.fromEntries(
    ['is', 'reason', 'type', 'severity', 'alert', 'language', 'topic', 'from'].map((name) => [
      name,
      undefined,
    ]),
  );
  return otherQuery(path, { ...any, state: kind === 'alerts' ? 'all' : undefined });
}

/** What people should know about repositories of a kind if some of them cannot be read here. */
const ABSENCE_NOTES: Readonly<Partial<Record<CaptureName, string>>> = {
  gists:
    ' Those that were cloned can be read here; the others are only at the service. A backup clones them if it is set to.',
  stars:
    ' Those that were cloned, or are in the archive, can be read here; the others are only at the service. A backup clones them if it is set to.',
};

/** What people should know about the rows of a kind. */
const NOTES: Readonly<Partial<Record<CaptureName, string>>> = {
  events: ' Times are in UTC.',
  notifications: ' Times are in UTC.',
};

/** What is above the rows: how many there are, choices, and what the times are. */
function introOf({ kind, filter, tallies, subjects, origin }: CapturedList, frame: Frame): Markup | string {
  const note = html`<p class="muted">${wordsOf(kind, origin, frame)}${NOTES[kind] ?? ''}${subjects.every((subject) => subject?.path) ? '' : (ABSENCE_NOTES[kind] ?? '')}${origin.lastReadAt === null ? '' : html` Last read from the service on ${momentOf(origin.lastReadAt)}.`}</p>`;
  if (filter.topic !== undefined) {
    return html`${note}<p>Only those with the topic ${filter.topic}. <a href="${allPath(kind, frame)}">Show all</a></p>`;
  }
  if (tallies.length === 0 || kind === 'stars' || kind === 'events' || filter.number !== undefined) {
    return note;
  }
  const { state, severity } = filter;
  return kind === 'alerts'
    ? html`${note}${alertChoice(tallies, { state: state?.toString(), severity: severity?.toString() }, frame)}`
    : html`${note}${notificationChoice(tallies, filter, frame)}`;
}

/** What the rows are, and whose if that is known. */
function wordsOf(kind: CaptureName, { account }: CapturedList['origin'], frame: Frame): Markup | string {
  const who = account === null ? undefined : personLink(account, frame);
  return kind === 'notifications' && who !== undefined
    ? html`The inbox of ${who}.`
    : kind === 'stars' && who !== undefined
      ? html`The repositories that ${who} has starred.`
      : CAPTURES[kind].words;
}

/** Whether stars can be narrowed to a language. */
function hasLanguages({ kind, tallies }: Pick<CapturedList, 'kind' | 'tallies'>): boolean {
  return kind === 'stars' && tallies.filter(({ values }) => values['language'] !== null).length > 1;
}

function languageFacets(list: CapturedList, frame: Frame): Markup | string {
  const chosen = list.filter.language?.toString();
  return hasLanguages(list) && list.filter.topic === undefined // Tallies have no topics.
    ? html`<div class="facets">${chooseValue('language', { ...list, title: 'Languages', chosen }, frame)}</div>`
    : '';
}

function rowsOf({ kind, rows, subjects }: CapturedList, frame: Frame): Markup {
  switch (kind) {
    case 'events':
      return showEvents(rows, subjects, frame);
    case 'notifications':
      return showNotifications(rows, subjects, frame);
    case 'alerts':
      return showAlerts(rows, subjects, frame);
    case 'budgets':
      return showBudgets(rows, subjects, frame);
    case 'gists':
      return showGists(rows, subjects, frame);
    case 'stars':
      return showStars(rows, subjects);
  }
}
