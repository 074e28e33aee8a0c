import { html } from 'hono/html';
import type { AffectedPackage, CvssScore } from '../../../reading/alert-record.ts';
import type { Frame, Markup } from '../../frame.ts';
import type { PageView } from '../../page.ts';
import { andList } from '../../show/and-list.ts';
import { stateBadge } from '../../show/badges.ts';
import { factsList, outwardLink } from '../../show/facts.ts';
import { personLink } from '../../show/links.ts';
import { dateOf, momentOf } from '../../show/times.ts';
import { alertsPath, type CapturedRow, type Subject, textsIn } from './captured-subjects.ts';
import { inWords } from './event-words.ts';
import { alertIds, chanceText, inCode, whenEnded } from './show-alerts.ts';

/** The page of one alert. */
export function showAlert(row: CapturedRow, subject: Subject | null, frame: Frame): PageView {
  const text = (name: string) => String(row[name] ?? '');
  const repo = text('repo');
  const isKept = frame.links.repository(repo) !== undefined;
  const list = alertsPath(repo);
  const isOpen = text('state') === 'open';
  const ended = isOpen ? '' : whenEnded(row, frame);
  const name = `Alert #${text('number')}`;
  const assignees = textsIn(row['assignees']).map((login) => personLink(login, frame));
  return {
    title: `${text('summary')} · ${name} of ${repo}`,
    original: text('html_url') || undefined,
    width: 'text',
    ...(isKept ? { place: { repo, list: { title: 'Alerts', path: list }, file: name } } : {}),
    main: html`<header class="thread-head"><h1 dir="auto">${text('summary')} <span class="number-of">#${text('number')}</span></h1>
<p>${stateBadge({ kind: 'alert', state: inWords(text('state')) })} <span class="severity ${text('severity')}">${text('severity')}</span> opened on ${dateOf(text('created_at'))}${ended === '' ? '' : html`, ${inWords(text('state'))} ${ended}`}</p></header>
${factsList([
  ['Package', html`${inCode(row['package'])} (${text('ecosystem')})`],
  ['Affected versions', inCode(row['affected_versions'])],
  ['Fixed in', inCode(row['fixed_in']) ?? 'no version yet'],
  [
    'Used in',
    html`${subject?.path ? html`<a href="${subject.path}">${text('manifest_path')}</a>` : text('manifest_path')}${useOf(row)}`,
  ],
  ['Assigned to', assignees.length === 0 ? null : andList(assignees)],
  ['Changed', dateOf(text('updated_at'))],
  ['Last read', momentOf(text('last_seen_at'))],
  ['Others', html`<a href="${list}">All alerts of ${repo}</a>`],
])}
${text('description') === '' ? '' : html`<h2>About this vulnerability</h2>${frame.markdown(text('description'), { repo })}`}${packagesOf(row)}
<h2>Advisory</h2>${advisoryFacts(row)}`,
  };
}

/** How the repository depends on the package. */
function useOf(row: CapturedRow): Markup | string {
  const { scope, relationship } = row;
  const words = [
    ...(scope === null ? [] : [scope === 'runtime' ? 'at run time' : `for ${inWords(String(scope))}`]),
    ...(relationship === null || relationship === 'unknown' ? [] : [`${relationship} dependency`]),
  ];
  return words.length === 0 ? '' : html`, ${words.join(', ')}`;
}

function advisoryFacts(row: CapturedRow): Markup | string {
  const date = (name: string) => (row[name] === null ? null : dateOf(String(row[name])));
  const scores: readonly CvssScore[] = JSON.parse(String(row['cvss'])); // Written by the reader, as below.
  const cwes: readonly (readonly [id: string | null, name: string | null])[] = JSON.parse(
    String(row['cwes']),
  );
  const inLines = (all: readonly (Markup | string)[]) =>
    all.length === 0 ? null : html`${all.map((one) => html`<div>${one}</div>`)}`;
  return factsList([
    ['Identifiers', inLines(alertIds(row))],
    [
      'CVSS score',
      inLines(
        scores.map(({ score, vector }) => html`<strong>${score.toFixed(1)}</strong> ${inCode(vector)}`),
      ),
    ],
    ['Exploitation (EPSS)', chanceText(row)],
    ['Weaknesses', inLines(cwes.map(([id, name]) => [id, name].filter((part) => part !== null).join(' ')))],
    ['References', inLines(textsIn(row['references']).map((url) => outwardLink(url) ?? url))],
    ['Published', date('published_at')],
    ['Changed', date('advisory_updated_at')],
    ['Withdrawn', date('withdrawn_at')],
  ]);
}

/** The packages that have the vulnerability, if there is more than that of the alert. */
function packagesOf(row: CapturedRow): Markup | string {
  const packages: readonly AffectedPackage[] = JSON.parse(String(row['packages']));
  return packages.length < 2
    ? ''
    : html`<h2>Affected packages</h2><ul>${packages.map(
        ({ name, ecosystem, versions, fixedIn }) =>
          html`<li>${inCode(name)}${ecosystem === null ? '' : ` (${ecosystem})`}: ${versions === null ? 'all versions' : inCode(versions)}, ${fixedIn === null ? 'no fixed version yet' : html`fixed in ${inCode(fixedIn)}`}</li>`,
      )}</ul>`;
}
