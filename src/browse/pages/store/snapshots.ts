import { html } from 'hono/html';
import { formatSize, totalOf } from '../../../base/sizes.ts';
import { type Snapshot, salvageOf } from '../../../store/snapshot.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { type ListPlace, pageOf, pager, pagerLinks } from '../../show/pager.ts';
import { exactText, momentOf } from '../../show/times.ts';

interface Snapshots extends ListPlace {
  readonly snapshots: readonly Snapshot[];
  /** The account of each archive whose vault says it, by digest. */
  readonly accounts: Readonly<Record<string, string>>;
  /** The snapshot before the oldest one of the page. */
  readonly previousId: number | null;
  /** The newest one, and the one before. */
  readonly newestIds: readonly number[];
}

/** The loaded archives, newest first, with links to their changes. */
export const snapshots = definePage<Snapshots>({
  read({ store, proofs }, request) {
    const all = store.snapshots().toReversed();
    const { rows, place } = pageOf(all, request);
    return {
      snapshots: rows,
      accounts: Object.fromEntries(proofs.map(({ sha256, account }) => [sha256, account])),
      ...place,
      previousId: all[place.offset + rows.length]?.id ?? null,
      newestIds: all.slice(0, 2).map(({ id }) => id),
    };
  },
  show: ({ snapshots: rows, accounts, count, offset, previousId, newestIds, prevPath, nextPath }) => ({
    title: 'Snapshots',
    links: pagerLinks({ before: prevPath, after: nextPath }),
    main: html`<h1>Snapshots</h1><p class="muted">One for each loaded archive. Pages show the newest state; each older one can be read as it was.</p>${
      count === 0
        ? emptyNote('No archive has been loaded yet.')
        : html`<div class="scroll" tabindex="0" role="group" aria-label="Snapshots"><table class="grid-table"><caption>The newest first</caption><thead><tr><th scope="col">Number</th><th scope="col">As of</th><th scope="col">Archive</th><th scope="col" class="number">Records</th><th scope="col" class="number">Size</th><th scope="col">Loaded</th><th scope="col">What it changed</th><th scope="col">Pages</th></tr></thead><tbody>${rows.map(
            (one, index) => {
              const before = rows[index + 1]?.id ?? previousId;
              const isNewest = offset + index === 0;
              return html`<tr><td>${one.id}</td><td>${one.takenAt === undefined ? 'unknown' : momentOf(one.takenAt)}</td><td>${accountNote(accounts[one.archiveSha256 ?? ''])}${one.archiveName}${salvageNote(one)}${one.archiveSha256 === undefined ? '' : html`<br><span class="mono small muted">sha256 ${one.archiveSha256.slice(0, 16)}…</span>`}</td><td class="number">${countText(totalOf(one.counts))}</td><td class="number">${formatSize(one.packedBytes)}</td><td>${momentOf(one.loadedAt)}</td><td>${before === null ? 'the first snapshot' : html`<a href="/-/changes/${before}..${one.id}">compared with ${before}</a>`}</td><td><a href="${isNewest ? '/' : `/-/at/${one.id}/`}">${isNewest ? 'as they are now' : 'as they were'}</a></td></tr>`;
            },
          )}</tbody></table></div>${pager({ before: prevPath, after: nextPath })}`
    }
${
  count < 2
    ? emptyNote(
        'Once a second archive of the same repositories is loaded, this page shows what changed between them, and other pages mark what vanished.',
      )
    : html`<form action="/-/changes" class="filter"><label for="from">Compare</label>${snapshotChoice('from', rows, { chosen: newestIds[1], count })}<label for="to">with</label>${snapshotChoice('to', rows, { chosen: newestIds[0], count })}<button>Show</button></form>`
}`,
  }),
});

/** A list of all numbers would be longer than the page in a store of hundreds of snapshots: they are typed there. */
function snapshotChoice(
  name: string,
  rows: readonly Snapshot[],
  { chosen, count }: { readonly chosen: number | undefined; readonly count: number },
): Markup {
  return rows.length < count
    ? html`<input id="${name}" name="${name}" inputmode="numeric" pattern="[0-9]+" required value="${chosen}">`
    : html`<select id="${name}" name="${name}">${rows.map(({ id, takenAt }) => html`<option value="${id}"${id === chosen ? html` selected` : ''}>${id}${takenAt === undefined ? '' : `: ${exactText(takenAt)}`}</option>`)}</select>`;
}

function accountNote(account: string | undefined): Markup | string {
  return account === undefined ? '' : html`<strong>${account}</strong>: `;
}

function salvageNote(snapshot: Snapshot): Markup | string {
  const loss = salvageOf(snapshot);
  return loss === undefined ? '' : html` <span class="tag warn" title="${loss}">salvaged</span>`;
}
