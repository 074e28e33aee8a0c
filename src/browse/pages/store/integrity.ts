import { html } from 'hono/html';
import { formatSize, totalOf } from '../../../base/sizes.ts';
import type { Finding } from '../../../model/findings.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { type Snapshot, salvageOf } from '../../../store/snapshot.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote, factsList } from '../../show/facts.ts';
import { recordLink } from '../../show/links.ts';
import { momentOf } from '../../show/times.ts';
import type { ArchiveProof } from '../../sources.ts';

interface IntegrityFacts extends ReturnType<Browsing['integrity']> {
  readonly newest: Snapshot | null;
  readonly store: string;
  /** The results of verifying the archives, newest first. */
  readonly proofs: readonly ArchiveProof[];
}

/** The sources of the store, and what is missing or broken in it. */
export const integrity = definePage<IntegrityFacts>({
  read: ({ store, proofs }) => ({
    ...store.integrity(),
    newest: store.snapshots().at(-1) ?? null,
    store: store.path.replace(/^.*[/\\]/, ''),
    proofs: store
      .snapshots()
      .toReversed()
      .flatMap(({ archiveSha256 }) => proofs.filter(({ sha256 }) => sha256 === archiveSha256)),
  }),
  show: ({ newest, store, proofs, kept, keptBytes, rejected, rejectedCount, others, isIndexed }, frame) => ({
    title: 'Integrity',
    main: html`<h1>Integrity</h1><p><strong>${verdictOf({ newest, kept, rejectedCount, proofs })}</strong></p>
<h2>Where it comes from</h2>
${
  newest === null
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
        [
          'Requested',
          newest.scope === undefined
            ? 'unknown: the archive came without its request'
            : html`<code>${JSON.stringify(newest.scope)}</code>`,
        ],
        ['Search index', isIndexed ? 'complete' : 'none: the archive was loaded without one'],
      ])
}
<h2>Verification</h2>
${proofs.length === 0 ? emptyNote('Verification results are kept in a vault, and this store is not in one.') : proofs.map((proof) => proofOf(proof, frame))}
<h2>Files next to the store</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Files"><table class="grid-table"><caption>Files that records name, and those that were kept: ${formatSize(keptBytes)}</caption><thead><tr><th scope="col">What</th><th scope="col" class="number">Named</th><th scope="col" class="number">Kept</th><th scope="col">Verdict</th></tr></thead><tbody>${kept.map(
      ({ what, named, kept: count }) =>
        html`<tr><th scope="row">${what}</th><td class="number">${countText(named)}</td><td class="number">${countText(count)}</td><td>${named === 0 && count === 0 ? 'none are named' : count >= named ? 'all are here' : html`<span class="tag warn">${countText(named - count)} missing</span> the migration may have left them out`}</td></tr>`,
    )}</tbody></table></div>
<h2>Records that do not match their schema</h2>
${
  rejectedCount === 0
    ? html`<p>None: every record matched the schema of its kind.</p>`
    : html`<p>${countText(rejectedCount)} were set aside unchanged${rejected.length < rejectedCount ? `, of which these are the first ${rejected.length}` : ''}.</p><div class="scroll" tabindex="0" role="group" aria-label="Rejected records"><table class="grid-table"><caption>Records set aside</caption><thead><tr><th scope="col">Kind</th><th scope="col">Where</th><th scope="col">What is wrong</th></tr></thead><tbody>${rejected.map(({ kind, entryName, recordIndex, findings }) => html`<tr><td>${kind}</td><td class="mono small">${entryName}, record ${recordIndex}</td><td class="small">${foundIn(findings).map((finding) => html`<p>${foundText(finding, frame)}</p>`)}</td></tr>`)}</tbody></table></div>`
}
<h2>Kinds without a table</h2>
${others.length === 0 ? html`<p>None.</p>` : html`<ul>${others.map(({ kind, count }) => html`<li>${kind}: ${countText(count)}</li>`)}</ul>`}`,
    aside: html`<div class="facets"><h2>In the archive</h2><ul>${Object.entries(newest?.counts ?? {})
      .toSorted(([, one], [, other]) => other - one)
      .map(
        ([kind, count]) =>
          html`<li><span>${kind.replaceAll('_', ' ')}</span><span class="count">${countText(count)}</span></li>`,
      )}</ul></div>`,
  }),
});

/** The state of the store in one sentence. */
function verdictOf({
  newest,
  kept,
  rejectedCount,
  proofs,
}: Pick<IntegrityFacts, 'newest' | 'kept' | 'rejectedCount' | 'proofs'>): string {
  if (newest === null) {
    return 'There is nothing to judge yet.';
  }
  const missing = kept.reduce((sum, { named, kept: here }) => sum + Math.max(0, named - here), 0);
  const doubtful = proofs.filter(({ isVerified }) => !isVerified).length;
  const faults = [
    salvageOf(newest) === undefined ? '' : 'part of the newest archive could not be read',
    missing === 0
      ? ''
      : `${countOf(missing, 'file', 'files')} that records name ${missing === 1 ? 'is' : 'are'} not here`,
    rejectedCount === 0
      ? ''
      : `${countOf(rejectedCount, 'record')} without the form of ${rejectedCount === 1 ? 'its' : 'their'} kind`,
    doubtful === 0 ? '' : `${countOf(doubtful, 'archive')} not verified`,
  ].filter((fault) => fault !== '');
  const proof =
    proofs.length === 0
      ? ''
      : `, and ${proofs.length === 1 ? 'its archive is' : 'all archives are'} verified`;
  return faults.length === 0
    ? `All is well: the newest archive has ${countText(totalOf(newest.counts))} records, and each file that they name is here${proof}.`
    : `Not all is as it should be: ${faults.join('; ')}.`;
}

type Found = Pick<Finding, 'message' | 'url'>;

function foundIn(findings: string): readonly Found[] {
  return JSON.parse(findings);
}

/** A finding, with a link to its record if the store has it. */
function foundText({ message, url }: Found, frame: Frame): Markup {
  return url === undefined || frame.links.local(url) === undefined
    ? html`${message}`
    : html`${message}: ${recordLink(url, frame)}`;
}

function proofOf(
  { sha256, isVerified, downloadedAt, baseUrl, account, findings }: ArchiveProof,
  frame: Frame,
): Markup {
  return html`<section><p>${isVerified ? html`<strong>Verified</strong>` : html`<span class="tag warn">not verified</span>`} <span class="mono small">${sha256.slice(0, 16)}…</span>, downloaded ${momentOf(downloadedAt)}${baseUrl === undefined ? '' : html` from ${baseUrl}`} for ${account}${findings.length === 0 ? ', without findings' : ''}.</p>
${findings.length === 0 ? '' : html`<ul>${findings.map(({ code, severity, count, examples }) => html`<li><span class="tag${severity === 'info' ? '' : ' warn'}">${severity}</span> ${code} (${countText(count)})<ul class="small">${examples.slice(0, MAX_EXAMPLES).map((example) => html`<li>${foundText(example, frame)}</li>`)}</ul></li>`)}</ul>`}</section>`;
}

const MAX_EXAMPLES = 5;
