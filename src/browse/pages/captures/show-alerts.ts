import { html } from 'hono/html';
import { capitalized } from '../../../base/text-ends.ts';
import { SEVERITIES } from '../../../model/captures.table.ts';
import type { CapturedTally } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { countOf, countText } from '../../show/counts.ts';
import { personLink } from '../../show/links.ts';
import { otherQuery } from '../../show/pager.ts';
import { dateOf } from '../../show/times.ts';
import { titleLink } from '../../show/writing-rows.ts';
import { alertPath, type CapturedRow, type Subject } from './captured-subjects.ts';
import { type Choosing, chooseValue } from './choose-value.ts';
import { countTallied } from './count-tallied.ts';
import { inWords } from './event-words.ts';

export interface AlertChoice {
  /** Undefined for all. */
  readonly state: string | undefined;
  readonly severity: string | undefined;
}

/** How many open alerts there are of each severity, and the choice of a state. */
export function alertChoice(
  tallies: readonly CapturedTally[],
  { state, severity }: AlertChoice,
  frame: Frame,
): Markup {
  const count = (wanted: Partial<AlertChoice>) => countTallied(tallies, { ...wanted });
  const states = [...new Set(tallies.map(({ values }) => String(values['state'])))].sort(
    (one, other) => Number(other === 'open') - Number(one === 'open') || (one < other ? -1 : 1),
  );
  const address = (changes: Readonly<Record<string, string | undefined>>) =>
    otherQuery(frame.path, { from: undefined, ...changes });
  const cell = (name: string) => {
    const number = count({ state: 'open', severity: name });
    const text = html`<strong>${countText(number)}</strong> ${name}`;
    return html`<li class="severity ${number === 0 ? 'none' : name}">${
      number === 0
        ? html`<span>${text}</span>`
        : html`<a href="${address({ state: undefined, severity: name })}"${name === severity ? html` aria-current="true"` : ''}>${text}</a>`
    }</li>`;
  };
  const tab = (name: string | undefined) =>
    html`<a href="${address({ state: name === 'open' ? undefined : (name ?? 'all') })}"${name === state ? html` aria-current="true"` : ''}>${name === undefined ? 'All' : capitalized(inWords(name))} <span class="count">${countText(count({ state: name, severity }))}</span></a>`;
  return html`<h2>Open, by severity</h2><ul class="severities" aria-label="Open alerts by severity">${SEVERITIES.map(cell)}</ul>
<p class="states" data-control>${states.map(tab)}${tab(undefined)}</p>${
    severity === undefined
      ? ''
      : html`<p>Only those of ${severity} severity. <a href="${address({ severity: undefined })}">Show all severities</a></p>`
  }`;
}

/** Links that narrow the list to a repository, or no longer do. */
export function alertFacets(
  list: Pick<Choosing, 'tallies' | 'filter'>,
  repo: string | null,
  frame: Frame,
): Markup | string {
  return repo === null && !hasRepositories(list.tallies)
    ? ''
    : html`<div class="facets">${chooseValue('repo', { ...list, title: 'Repositories', chosen: repo ?? undefined }, frame)}</div>`;
}

function hasRepositories(tallies: readonly CapturedTally[]): boolean {
  return new Set(tallies.map(({ values }) => values['repo'])).size > 1;
}

type ShownAlert = { readonly row: CapturedRow; readonly subject: Subject | null };

/** Alerts as cards, with what to do about each; those about one vulnerability are on one card. */
export function showAlerts(
  rows: readonly CapturedRow[],
  subjects: readonly (Subject | null)[],
  frame: Frame,
): Markup {
  const cards = new Map<string, ShownAlert[]>();
  for (const [index, row] of rows.entries()) {
    const key = `${row['state'] === 'open'} ${row['severity']} ${row['ghsa_id'] ?? row['cve_id'] ?? index}`;
    cards.set(key, [...(cards.get(key) ?? []), { row, subject: subjects[index] ?? null }]);
  }
  return html`<ol class="rows alerts">${[...cards.values()].map((alerts) => alertCard(alerts, frame))}</ol>`;
}

function alertCard(alerts: readonly ShownAlert[], frame: Frame): Markup | string {
  const [first] = alerts;
  if (first === undefined) {
    return '';
  }
  const text = (name: string) => String(first.row[name] ?? '');
  const isOpen = text('state') === 'open';
  const ids = [text('cve_id'), text('ghsa_id')].filter((id) => id !== '');
  const places = alerts.map((alert) => placeOf(alert, frame));
  return html`<li data-item${isOpen ? '' : html` class="over"`}><span class="severity ${text('severity')}">${text('severity')}</span><span>${titleLink(html`${text('summary')}`, alertPath(first.row))}</span><span class="end">${alerts.length > 1 ? countOf(alerts.length, 'alert') : ''}</span>
<span class="facts"><span><code>${text('package')}</code> (${text('ecosystem')})</span><span>${first.row['fixed_in'] === null ? 'no fixed version yet' : html`fixed in <code>${text('fixed_in')}</code>`}</span>${ids.map((id) => html`<span>${id}</span>`)}</span>${
    places.length === 1
      ? html`<span class="facts">${places}</span>`
      : html`<ul class="plain places">${places.map((place) => html`<li class="facts">${place}</li>`)}</ul>`
  }${advisoryOf(first.row, frame)}</li>`;
}

/** What the service says about a vulnerability, on demand. */
function advisoryOf(row: CapturedRow, frame: Frame): Markup | string {
  const [description, versions] = [String(row['description'] ?? ''), row['affected_versions']];
  return description === '' && versions === null
    ? ''
    : html`<details><summary>About this vulnerability</summary>${versions === null ? '' : html`<p>Affected versions: <code>${versions}</code></p>`}${frame.markdown(description, { repo: String(row['repo']) })}</details>`;
}

/** Where a vulnerable package is used, and since when or how the alert ended. */
function placeOf({ row, subject }: ShownAlert, frame: Frame): Markup {
  const text = (name: string) => String(row[name] ?? '');
  const repo = text('repo');
  const path = frame.links.repository(repo);
  const file = subject?.path ?? null;
  const manifest = text('manifest_path');
  return html`<span>${path === undefined ? repo : html`<a href="${path}">${repo}</a>`} <a href="${alertPath(row)}">alert #${row['number']}</a></span><span>${file === null ? manifest : html`<a href="${file}">${manifest}</a>`}</span><span>${row['state'] === 'open' ? html`since ${dateOf(text('created_at'))}` : endOf(row, frame)}</span>`;
}

/** How an alert ended. */
function endOf(row: CapturedRow, frame: Frame): Markup {
  return html`<span class="tag">${inWords(String(row['state'] ?? ''))}</span> ${whenEnded(row, frame)}`;
}

/** When, by whom and why an alert ended. */
export function whenEnded(row: CapturedRow, frame: Frame): Markup {
  const text = (name: string) => (row[name] === null ? undefined : String(row[name] ?? ''));
  const [by, reason] = [text('dismissed_by'), text('dismissed_reason')];
  const at = text('fixed_at') ?? text('dismissed_at');
  const why = reason === undefined ? '' : `: ${inWords(reason)}`;
  return html`${at === undefined ? '' : dateOf(at)}${by === undefined ? '' : html` by ${personLink(by, frame)}`}${why}`;
}
