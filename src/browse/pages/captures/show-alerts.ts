import { html } from 'hono/html';
import { capitalized } from '../../../base/text-ends.ts';
import { SEVERITIES } from '../../../model/captures.table.ts';
import type { CapturedTally } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { countText } from '../../show/counts.ts';
import { personLink } from '../../show/links.ts';
import { otherQuery } from '../../show/pager.ts';
import { dateOf } from '../../show/times.ts';
import type { CapturedRow, Subject } from './captured-subjects.ts';
import { inWords } from './event-words.ts';

export interface AlertChoice {
  readonly state: string | undefined;
  readonly severity: string | undefined;
}

/** How many open alerts there are of each severity, and the choice of a state. */
export function alertChoice(
  tallies: readonly CapturedTally[],
  { state, severity }: AlertChoice,
  frame: Frame,
): Markup {
  const count = (wanted: Partial<AlertChoice>) =>
    tallies
      .filter(({ values }) => Object.entries(wanted).every(([name, value]) => values[name] === value))
      .reduce((sum, tally) => sum + tally.count, 0);
  const states = [...new Set(tallies.map(({ values }) => String(values['state'])))].sort(
    (one, other) => Number(other === 'open') - Number(one === 'open') || (one < other ? -1 : 1),
  );
  const address = (changes: Readonly<Record<string, string | undefined>>) =>
    otherQuery(frame.path, { state: undefined, severity: undefined, from: undefined, ...changes });
  const cell = (name: string) => {
    const number = count({ state: 'open', severity: name });
    const text = html`<strong>${countText(number)}</strong> ${name}`;
    return html`<li class="severity ${number === 0 ? 'none' : name}">${
      number === 0
        ? html`<span>${text}</span>`
        : html`<a href="${address({ state: 'open', severity: name })}"${name === severity ? html` aria-current="true"` : ''}>${text}</a>`
    }</li>`;
  };
  return html`<h2>Open, by severity</h2><ul class="severities" aria-label="Open alerts by severity">${SEVERITIES.map(cell)}</ul>
<p class="states" data-control><a href="${address({})}"${state === undefined ? html` aria-current="true"` : ''}>All <span class="count">${countText(count({}))}</span></a>${states.map(
    (name) =>
      html`<a href="${address({ state: name })}"${name === state ? html` aria-current="true"` : ''}>${capitalized(inWords(name))} <span class="count">${countText(count({ state: name }))}</span></a>`,
  )}</p>`;
}

/** Alerts as cards, with what to do about each. */
export function showAlerts(
  rows: readonly CapturedRow[],
  subjects: readonly (Subject | null)[],
  frame: Frame,
): Markup {
  return html`<ol class="rows alerts">${rows.map((row, index) => alertRow(row, subjects[index] ?? null, frame))}</ol>`;
}

function alertRow(row: CapturedRow, subject: Subject | null, frame: Frame): Markup {
  const text = (name: string) => String(row[name] ?? '');
  const repo = text('repo');
  const path = frame.links.repository(repo);
  const file = subject?.path ?? null;
  const isOpen = row['state'] === 'open';
  return html`<li data-item${isOpen ? '' : html` class="over"`}><span class="severity ${text('severity')}">${text('severity')}</span><span><span class="title">${text('summary')}</span></span><span class="end">${isOpen ? html`since ${dateOf(text('created_at'))}` : ''}</span>
<span class="facts"><span>${path === undefined ? repo : html`<a href="${path}">${repo}</a>`}</span><span>${file === null ? text('manifest_path') : html`<a href="${file}">${text('manifest_path')}</a>`}</span><span><code>${text('package')}</code> (${text('ecosystem')})</span><span>${row['fixed_in'] === null ? 'no version without it yet' : html`fixed in <code>${text('fixed_in')}</code>`}</span><span>${text('cve_id') || text('ghsa_id')}</span>${isOpen ? '' : html`<span>${endOf(row, frame)}</span>`}</span></li>`;
}

/** How an alert ended. */
function endOf(row: CapturedRow, frame: Frame): Markup {
  const text = (name: string) => (row[name] === null ? undefined : String(row[name] ?? ''));
  const [by, reason] = [text('dismissed_by'), text('dismissed_reason')];
  const at = text('fixed_at') ?? text('dismissed_at');
  const why = reason === undefined ? '' : `: ${inWords(reason)}`;
  return html`<span class="tag">${inWords(text('state') ?? '')}</span> ${at === undefined ? '' : dateOf(at)}${by === undefined ? '' : html` by ${personLink(by, frame)}`}${why}`;
}
