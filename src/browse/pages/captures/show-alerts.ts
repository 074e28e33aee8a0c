import { html } from 'hono/html';
import { capitalized } from '../../../base/text-ends.ts';
import { SEVERITIES } from '../../../model/captures.table.ts';
import type { CvssScore } from '../../../reading/alert-record.ts';
import type { CapturedTally } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { stateBadge } from '../../show/badges.ts';
import { countOf, countText } from '../../show/counts.ts';
import { isWebAddress, personLink } from '../../show/links.ts';
import { otherQuery } from '../../show/pager.ts';
import { dateOf } from '../../show/times.ts';
import { titleLink } from '../../show/writing-rows.ts';
import { alertPath, type CapturedRow, type Subject, textsIn } from './captured-subjects.ts';
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
  const { row } = first;
  const text = (name: string) => String(row[name] ?? '');
  const isOpen = text('state') === 'open';
  const [affected, fixed] = [inCode(row['affected_versions']), inCode(row['fixed_in'])];
  const [score] = JSON.parse(String(row['cvss'])) as readonly CvssScore[]; // Written by the reader.
  const rating = [
    ...alertIds(row),
    ...(score === undefined ? [] : [`CVSS ${score.score.toFixed(1)}`]),
    ...(row['scope'] === null ? [] : [`${text('scope')} dependency`]),
  ];
  const places = alerts.map((alert) => placeOf(alert, frame));
  return html`<li data-item${isOpen ? '' : html` class="over"`}><span class="severity ${text('severity')}">${text('severity')}</span><span>${titleLink(html`${text('summary')}`, alertPath(row))}</span><span class="end">${alerts.length > 1 ? countOf(alerts.length, 'alert') : ''}</span>
<span class="facts versions"><span>${inCode(row['package'])} (${text('ecosystem')})</span>${affected === undefined ? '' : html`<span>affected ${affected}</span>`}<span>${fixed === undefined ? 'no fixed version yet' : html`fixed in ${fixed}`}</span></span>
<span class="facts">${rating.map((fact) => html`<span>${fact}</span>`)}</span><ul class="plain places">${places.map((place) => html`<li class="facts">${place}</li>`)}</ul>${advisoryOf(row, frame)}</li>`;
}

/** A value as code; undefined for none. */
export function inCode(value: string | number | null | undefined): Markup | undefined {
  return value === null || value === undefined ? undefined : html`<code>${value}</code>`;
}

/** The ids of the vulnerability, linked to the reference that ends with it, or else to that of the service's advisory. */
export function alertIds(row: CapturedRow): readonly (Markup | string)[] {
  const [cve, ghsa] = [String(row['cve_id'] ?? ''), String(row['ghsa_id'] ?? '')];
  const references = textsIn(row['references']).filter(isWebAddress);
  const referenceOf = (id: string) =>
    references.find((url) => url.toLowerCase().endsWith(`/${id.toLowerCase()}`));
  const ids = new Set([cve, ghsa, ...textsIn(row['identifiers'])].filter((id) => id !== ''));
  return [...ids].map((id) => {
    const url = referenceOf(id) ?? referenceOf(ghsa);
    return url === undefined ? id : html`<a href="${url}" rel="noreferrer noopener">${id}</a>`;
  });
}

/** How likely exploitation is, by the Exploit Prediction Scoring System. */
export function chanceText(row: CapturedRow): string | null {
  const percent = (share: CapturedRow[string] | undefined, digits: number) =>
    `${(Number(share) * 100).toFixed(digits)} %`;
  const { epss_percentage: chance, epss_percentile: percentile } = row;
  return chance === null
    ? null
    : `${percent(chance, 1)} likely within 30 days${percentile === null ? '' : `, more than ${percent(percentile, 0)} of vulnerabilities`}`;
}

/** What the service says about a vulnerability, on demand. */
function advisoryOf(row: CapturedRow, frame: Frame): Markup | string {
  const description = String(row['description'] ?? '');
  return description === ''
    ? ''
    : html`<details><summary>About this vulnerability</summary>${frame.markdown(description, { repo: String(row['repo']) })}</details>`;
}

/** Where a vulnerable package is used, and since when or how the alert ended. */
function placeOf({ row, subject }: ShownAlert, frame: Frame): Markup {
  const text = (name: string) => String(row[name] ?? '');
  const repo = text('repo');
  const path = frame.links.repository(repo);
  const file = subject?.path ?? null;
  const manifest = text('manifest_path');
  return html`<span>in ${path === undefined ? repo : html`<a href="${path}">${repo}</a>`}</span><span>${file === null ? manifest : html`<a href="${file}">${manifest}</a>`}</span><span><a href="${alertPath(row)}">alert #${row['number']}</a></span><span>${stateBadge({ kind: 'alert', state: inWords(text('state')) })} ${row['state'] === 'open' ? html`since ${dateOf(text('created_at'))}` : whenEnded(row, frame)}</span>`;
}

/** When, by whom and why an alert ended; empty if nothing of that is known. */
export function whenEnded(row: CapturedRow, frame: Frame): Markup | string {
  const text = (name: string) => (row[name] === null ? undefined : String(row[name] ?? ''));
  const [by, reason] = [text('dismissed_by'), text('dismissed_reason')];
  const at = text('fixed_at') ?? text('dismissed_at') ?? text('auto_dismissed_at');
  const comment = text('dismissed_comment');
  const why = reason === undefined ? '' : `: ${inWords(reason)}`;
  return [at, by, reason, comment].every((known) => known === undefined)
    ? ''
    : html`${at === undefined ? '' : dateOf(at)}${by === undefined ? '' : html` by ${personLink(by, frame)}`}${why}${comment === undefined ? '' : html`<span class="quote" dir="auto">${comment}</span>`}`;
}
