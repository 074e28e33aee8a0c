import { html } from 'hono/html';
import { formatSize, totalOf } from '../../../base/sizes.ts';
import { nothingMissing } from '../../../model/comparison-words.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { type Snapshot, salvageOf } from '../../../store/snapshot.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { changesLink } from '../../show/changes/changes-link.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { proofsOfSnapshots } from '../../show/judge-store.ts';
import { type ListPlace, pageOf, pager, pagerLinks } from '../../show/pager.ts';
import { accountsOf, firstOfAccounts, nameSnapshots } from '../../show/snapshot-names.ts';
import { momentOf } from '../../show/times.ts';
import type { ArchiveProof } from '../../sources.ts';

interface ListedSnapshot extends Snapshot {
  /** Its time and account; no two have the same. */
  readonly name: string;
  /** The snapshot before it; null for the first one. */
  readonly previousId: number | null;
  /** The account of which it is the first snapshot, unless it is the first one of all. */
  readonly isFirstOf: string | undefined;
  /** What it changed; null for the first one. */
  readonly changes: ReturnType<Browsing['snapshotChanges']> | null;
  /** What its vault knows of its archive; null outside of a vault. */
  readonly proof: Pick<ArchiveProof, 'account' | 'isVerified' | 'completeness'> | null;
}

interface Snapshots extends ListPlace {
  readonly snapshots: readonly ListedSnapshot[];
  readonly newestId: number | null;
  /** The two that are compared unless others are chosen, the newer one first. */
  readonly comparedIds: readonly number[];
}

/** The loaded archives, newest first, with links to their changes. */
export const snapshots = definePage<Snapshots>({
  read({ store, proofs }, request) {
    const all = store.snapshots().toReversed();
    const { rows, place } = pageOf(all, request);
    const known = new Map(proofsOfSnapshots(store.snapshots(), proofs).map((proof) => [proof.sha256, proof]));
    const accounts = accountsOf(proofs);
    const names = nameSnapshots(all, accounts);
    const firstOf = firstOfAccounts(all, accounts);
    return {
      snapshots: rows.map((one, index) => {
        const previousId = all[place.offset + index + 1]?.id ?? null;
        return {
          ...one,
          name: names.get(one.id) ?? '',
          previousId,
          isFirstOf: firstOf.get(one.id),
          changes: previousId === null ? null : store.snapshotChanges(one.id),
          proof: shortProof(known.get(one.archiveSha256 ?? '')),
        };
      }),
      ...place,
      newestId: all[0]?.id ?? null,
      comparedIds: comparedAtFirst(all, accounts),
    };
  },
  show: ({ snapshots: rows, count, newestId, comparedIds, prevPath, nextPath }) => ({
    title: 'Snapshots',
    links: pagerLinks({ before: prevPath, after: nextPath }),
    main: html`<h1>Snapshots</h1><p class="muted">Each loaded archive is a snapshot of the account at one time. Pages show the newest; each older one can be read as it was.</p>${
      count < 2
        ? ''
        : html`<form action="/-/changes" class="filter compare"><label for="from">Compare</label>${snapshotChoice('from', rows, { chosen: comparedIds[1], count })}<label for="to">with</label>${snapshotChoice('to', rows, { chosen: comparedIds[0], count })}<button>Show</button></form>`
    }${
      count === 0
        ? emptyNote('No archive has been loaded yet.')
        : html`<ol class="rows bare snapshots">${rows.map((one) => rowOf(one, one.id === newestId))}</ol>${pager({ before: prevPath, after: nextPath })}`
    }${
      count === 1
        ? emptyNote(
            'Once a second archive of the same repositories is loaded, this page shows what changed between them, and other pages mark what vanished.',
          )
        : ''
    }`,
  }),
});

/** The newest two snapshots of one account, newest first; without such the newest two. */
function comparedAtFirst(
  all: readonly Snapshot[],
  accounts: Readonly<Record<string, string>>,
): readonly number[] {
  const accountOf = (one: Snapshot) => accounts[one.archiveSha256 ?? ''];
  for (const [index, one] of all.entries()) {
    const before = all.slice(index + 1).find((other) => accountOf(other) === accountOf(one));
    if (before !== undefined) {
      return [one.id, before.id];
    }
  }
  return all.slice(0, 2).map(({ id }) => id);
}

function shortProof(proof: ArchiveProof | undefined): ListedSnapshot['proof'] {
  if (proof === undefined) {
    return null;
  }
  const { account, isVerified, completeness } = proof;
  return { account, isVerified, ...(completeness === undefined ? {} : { completeness }) };
}

function rowOf(one: ListedSnapshot, isNewest: boolean): Markup {
  const { id, name, previousId, changes, archiveSha256, archiveName, loadedAt, packedBytes } = one;
  const records = countOf(totalOf(one.counts), 'record');
  return html`<li id="snapshot-${id}" data-item><span><a class="title" href="${isNewest ? '/' : `/-/at/${id}/`}" data-item-link>${name}</a>${isNewest ? html` <span class="tag">newest</span>` : ''}${salvageNote(one)}</span><span class="end">${records}, ${formatSize(packedBytes)}</span>
<span class="facts"><span>${changes === null || previousId === null ? 'The first snapshot' : html`${changesLink(changes, previousId, one)}${one.isFirstOf === undefined ? ' since the one before' : ''}`}</span>${isNewest ? '' : html`<span><a href="/-/at/${id}/">Read as of this snapshot<span class="unseen">, ${name}</span></a></span>`}${stateOf(one)}</span>
<span class="facts origin"><span>Snapshot ${countText(id)}, loaded ${momentOf(loadedAt)}</span><span>${archiveName}</span>${archiveSha256 === undefined ? '' : html`<span class="mono">sha256 ${archiveSha256.slice(0, 16)}…</span>`}</span></li>`;
}

/** Whether its archive was verified and complete, as its vault knows. */
function stateOf({ proof }: ListedSnapshot): Markup | string {
  if (proof === null) {
    return '';
  }
  const { isVerified, completeness } = proof;
  const made = completeness?.checks.filter(({ result }) => result !== 'unknown').length ?? 0;
  const whole =
    completeness === undefined || made === 0
      ? html`<span>completeness unknown</span>`
      : completeness.isComplete
        ? html`<span><span class="good">✓</span> complete: ${nothingMissing(made)}</span>`
        : html`<span class="tag warn">not complete</span>`;
  return html`<span>${isVerified ? html`<span class="good">✓</span> verified` : html`<span class="tag warn">not verified</span>`}</span>${whole}`;
}

/** A list of all numbers would be longer than the page in a store of hundreds of snapshots: they are typed there. */
function snapshotChoice(
  name: string,
  rows: readonly ListedSnapshot[],
  { chosen, count }: { readonly chosen: number | undefined; readonly count: number },
): Markup {
  return rows.length < count
    ? html`<input id="${name}" name="${name}" inputmode="numeric" pattern="[0-9]+" required value="${chosen}">`
    : html`<select id="${name}" name="${name}">${rows.map((one) => html`<option value="${one.id}"${one.id === chosen ? html` selected` : ''}>${one.name}</option>`)}</select>`;
}

function salvageNote(snapshot: Snapshot): Markup | string {
  const loss = salvageOf(snapshot);
  return loss === undefined ? '' : html` <span class="tag warn" title="${loss}">salvaged</span>`;
}
