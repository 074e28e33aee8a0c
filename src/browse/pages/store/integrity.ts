import { html } from 'hono/html';
import { formatSize, totalOf } from '../../../base/sizes.ts';
import { capitalized } from '../../../base/text-ends.ts';
import type { Severity } from '../../../model/findings.table.ts';
import type { Finding } from '../../../model/findings.ts';
import { pluralOfKind } from '../../../model/record-kind.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';
import { andList } from '../../show/and-list.ts';
import { kindsWords, kindWords } from '../../show/changes/record-change.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote, factsList } from '../../show/facts.ts';
import { faultsOf, proofsOfSnapshots, verdictOf } from '../../show/judge-store.ts';
import { momentOf } from '../../show/times.ts';
import type { ArchiveProof } from '../../sources.ts';
import { findingGroup, findingText, groupFindings, SEVERITY_WORDS } from './findings.ts';
import { requestWords } from './request-words.ts';

interface IntegrityFacts extends ReturnType<Browsing['integrity']> {
  readonly newest: Snapshot | null;
  readonly store: string;
  /** The results of verifying the archives, newest first. */
  readonly proofs: readonly ArchiveProof[];
}

const OTHERS_QUERY = 'SELECT kind, repo, url, json FROM other_records ORDER BY kind, repo LIMIT 100';

/** The sources of the store, and what is missing or broken in it. */
export const integrity = definePage<IntegrityFacts>({
  read: ({ store, proofs }) => ({
    ...store.integrity(),
    newest: store.snapshots().at(-1) ?? null,
    store: store.path.replace(/^.*[/\\]/, ''),
    proofs: proofsOfSnapshots(store.snapshots(), proofs),
  }),
  show: (facts, frame) => ({
    title: 'Integrity',
    main: html`<h1>Integrity</h1><p class="judgement ${facts.newest === null ? 'none' : faultsOf(facts).length > 0 ? 'ill' : facts.proofs.length === 0 ? 'none' : 'well'}"><strong>${verdictOf(facts)}</strong></p>
${findingsOf(facts, frame)}
<h2>Archives</h2>
${facts.proofs.length === 0 ? emptyNote(verifyNote(facts)) : archivesOf(facts.proofs)}
<h2>Files next to the store</h2>
${filesOf(facts)}
<h2>Records in an unexpected form</h2>
${rejectedOf(facts, frame)}
${othersOf(facts)}
<h2>Where the newest state comes from</h2>
${originOf(facts, frame)}`,
    aside: html`<div class="facets"><h2>In the newest archive</h2><ul>${Object.entries(
      facts.newest?.counts ?? {},
    )
      .toSorted(([, one], [, other]) => other - one)
      .map(
        ([kind, count]) =>
          html`<li><span>${capitalized(facts.others.some((other) => other.kind === kind) ? kindsWords(kind) : pluralOfKind(kind).replaceAll('_', ' '))}</span><span class="count">${countText(count)}</span></li>`,
      )}</ul></div>`,
  }),
});

/** How a person can verify the archive of a store without a vault. */
function verifyNote({ newest }: IntegrityFacts): Markup | string {
  return newest === null
    ? 'No archive has been loaded yet.'
    : html`This store is not in a vault, which would keep what its verification found. ${newest.archiveName} can be verified by itself, where it is kept.`;
}

/** Kinds of records that the store has in one table, because no other was made for them. */
function othersOf({ others }: IntegrityFacts): Markup | string {
  const words = others.map(({ kind, count }) => countOf(count, kindWords(kind), kindsWords(kind)));
  return others.length === 0
    ? ''
    : html`<h2>Less common kinds of records</h2><p>${andList(words)}. Nothing is wrong with them: they are kept whole, in one table for all of them. What a page does not show of them can be <a href="${withQuery('/-/sql', { q: OTHERS_QUERY })}">read with SQL</a>.</p>`;
}

function findingsOf({ proofs }: IntegrityFacts, frame: Frame): Markup | string {
  const groups = groupFindings(proofs);
  const unmet = proofs.flatMap(({ account, completeness }) =>
    (completeness?.checks ?? [])
      .filter(({ result }) => result === 'incomplete')
      .map((check) => ({ account, ...check })),
  );
  if (proofs.length === 0) {
    return '';
  }
  return html`<h2>Findings</h2>${unmet.map(
    ({ account, summary, details }) =>
      html`<section class="found"><p><span class="tag warn">not complete</span> <strong>${account}</strong>: ${summary}</p>${details.length === 0 ? '' : html`<ul class="small">${details.map((line) => html`<li>${line}</li>`)}</ul>`}</section>`,
  )}${groups.length === 0 && unmet.length === 0 ? html`<p>None in any archive.</p>` : html`${groups.length > 0 && groups.every(({ severity }) => severity === 'info') ? html`<p>No errors and no warnings. The notes below need nothing to be done.</p>` : ''}${groups.map((group) => findingGroup(group, frame))}`}`;
}

/** What was found out about each archive when it was downloaded. */
function archivesOf(proofs: readonly ArchiveProof[]): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Archives"><table class="grid-table stacked"><caption>As they were when they came into the vault, the newest first</caption><thead><tr><th scope="col">Account</th><th scope="col">Downloaded</th><th scope="col">Verified</th><th scope="col">Complete</th><th scope="col">Findings</th><th scope="col">SHA-256</th></tr></thead><tbody>${proofs.map(
    ({ sha256, isVerified, downloadedAt, baseUrl, account, findings, completeness }) =>
      html`<tr><th scope="row" data-name="Account">${account}</th><td data-name="Downloaded"><span>${momentOf(downloadedAt)}${baseUrl === undefined ? '' : html` <span class="muted small">from ${hostOf(baseUrl)}</span>`}</span></td><td data-name="Verified">${isVerified ? html`<span><span class="good">✓</span> verified</span>` : html`<span><span class="tag warn">not verified</span></span>`}</td><td data-name="Complete">${completeText(completeness)}</td><td data-name="Findings">${findings.length === 0 ? 'none' : findingCounts(findings)}</td><td data-name="SHA-256"><span class="mono small">${sha256.slice(0, 16)}…</span></td></tr>`,
  )}</tbody></table></div>`;
}

function completeText(completeness: ArchiveProof['completeness']): Markup | string {
  const made = completeness?.checks.filter(({ result }) => result !== 'unknown').length ?? 0;
  return completeness === undefined || made === 0
    ? 'not compared'
    : completeness.isComplete
      ? html`<span><span class="good">✓</span> ${countOf(made, 'comparison')} agree${made === 1 ? 's' : ''}</span>`
      : html`<span><span class="tag warn">not complete</span></span>`;
}

function findingCounts(findings: ArchiveProof['findings']): string {
  const counts = new Map<Severity, number>();
  for (const { severity, count } of findings) {
    counts.set(severity, (counts.get(severity) ?? 0) + count);
  }
  return [...counts].map(([severity, count]) => countOf(count, ...SEVERITY_WORDS[severity])).join(', ');
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function filesOf({ kept, keptBytes }: IntegrityFacts): Markup {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Files"><table class="grid-table"><caption>What was kept of the files that records name, ${formatSize(keptBytes)} together</caption><thead><tr><th scope="col">Files</th><th scope="col" class="number">Kept</th><th scope="col">Verdict</th></tr></thead><tbody>${kept.map(
    ({ what, named, kept: count }) =>
      html`<tr><th scope="row">${capitalized(what)}</th><td class="number">${countText(count)} of ${countText(named)}</td><td>${named === 0 && count === 0 ? html`<span class="muted">none are named</span>` : count >= named ? html`<span><span class="good">✓</span> all are here</span>` : html`<span><span class="tag warn">${countText(named - count)} missing</span> the migration may have left them out</span>`}</td></tr>`,
  )}</tbody></table></div>`;
}

function rejectedOf({ rejected, rejectedCount }: IntegrityFacts, frame: Frame): Markup {
  return rejectedCount === 0
    ? html`<p>None: every record has the form of its kind.</p>`
    : html`<p>${countText(rejectedCount)} ${rejectedCount === 1 ? 'record does' : 'records do'} not have the form of ${rejectedCount === 1 ? 'its' : 'their'} kind, and ${rejectedCount === 1 ? 'is' : 'are'} kept unchanged, apart from the others${rejected.length < rejectedCount ? `, of which these are the first ${rejected.length}` : ''}.</p><div class="scroll" tabindex="0" role="group" aria-label="Rejected records"><table class="grid-table stacked"><caption>Records set aside</caption><thead><tr><th scope="col">Kind</th><th scope="col">Where</th><th scope="col">What is wrong</th></tr></thead><tbody>${rejected.map(({ kind, entryName, recordIndex, findings }) => html`<tr><td data-name="Kind">${kindWords(kind)}</td><td data-name="Where"><span class="mono small">${entryName}, record ${recordIndex}</span></td><td class="small" data-name="What is wrong"><div>${foundIn(findings).map((finding) => html`<p>${findingText(finding, frame)}</p>`)}</div></td></tr>`)}</tbody></table></div>`;
}

function foundIn(findings: string): readonly Pick<Finding, 'message' | 'url'>[] {
  return JSON.parse(findings);
}

function originOf({ newest, store, isIndexed }: IntegrityFacts, frame: Frame): Markup | string {
  return newest === null
    ? emptyNote('No archive has been loaded yet.')
    : factsList([
        ['Store', store],
        ['Newest archive', newest.archiveName],
        [
          'SHA-256',
          newest.archiveSha256 === undefined
            ? 'none: it was not a single file'
            : html`<span class="mono small">${newest.archiveSha256}</span>`,
        ],
        ['As of', newest.takenAt === undefined ? 'unknown' : momentOf(newest.takenAt)],
        ['Loaded', html`${momentOf(newest.loadedAt)} by Satchel ${newest.satchelVersion}`],
        ['Migration', newest.migrationId ?? 'unknown'],
        [
          'In the archive',
          html`${countText(totalOf(newest.counts))} records, ${countText(newest.entryCount)} entries, ${formatSize(newest.packedBytes)} packed, ${formatSize(newest.unpackedBytes)} unpacked`,
        ],
        ['Requested', requestWords(newest.scope, frame)],
        ['Search index', isIndexed ? 'complete' : 'none: the archive was loaded without one'],
      ]);
}
