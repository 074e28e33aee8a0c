import { html } from 'hono/html';
import type { Frame } from '../../frame.ts';
import type { PageView } from '../../page.ts';
import { stateBadge } from '../../show/badges.ts';
import { factsList } from '../../show/facts.ts';
import { dateOf } from '../../show/times.ts';
import { alertsPath, type CapturedRow, type Subject } from './captured-subjects.ts';
import { inWords } from './event-words.ts';
import { whenEnded } from './show-alerts.ts';

/** The page of one alert. */
export function showAlert(row: CapturedRow, subject: Subject | null, frame: Frame): PageView {
  const text = (name: string) => String(row[name] ?? '');
  const code = (value: string | number | null | undefined) =>
    value === null || value === undefined ? undefined : html`<code>${value}</code>`;
  const repo = text('repo');
  const isKept = frame.links.repository(repo) !== undefined;
  const list = alertsPath(repo);
  const isOpen = text('state') === 'open';
  const name = `Alert #${text('number')}`;
  return {
    title: `${text('summary')} · ${name} of ${repo}`,
    original: text('html_url') || undefined,
    width: 'text',
    ...(isKept ? { place: { repo, list: { title: 'Alerts', path: list }, file: name } } : {}),
    main: html`<header class="thread-head"><h1 dir="auto">${text('summary')} <span class="number-of">#${text('number')}</span></h1>
<p>${stateBadge({ kind: 'alert', state: inWords(text('state')) })} <span class="severity ${text('severity')}">${text('severity')}</span> opened on ${dateOf(text('created_at'))}${isOpen ? '' : html`, ${inWords(text('state'))} ${whenEnded(row, frame)}`}</p></header>
${factsList([
  ['Package', html`${code(row['package'])} (${text('ecosystem')})`],
  ['Affected versions', code(row['affected_versions'])],
  ['Fixed in', code(row['fixed_in']) ?? 'no version yet'],
  [
    'Used in',
    subject?.path ? html`<a href="${subject.path}">${text('manifest_path')}</a>` : text('manifest_path'),
  ],
  ['Identifiers', [text('cve_id'), text('ghsa_id')].filter((id) => id !== '').join(', ')],
  ['Others', html`<a href="${list}">All alerts of ${repo}</a>`],
])}
${text('description') === '' ? '' : html`<h2>About this vulnerability</h2>${frame.markdown(text('description'), { repo })}`}`,
  };
}
