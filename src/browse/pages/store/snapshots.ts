import { html } from 'hono/html';
import { formatSize, totalOf } from '../../../base/sizes.ts';
import { type Snapshot, salvageOf } from '../../../store/snapshot.ts';
import type { Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { dateOf } from '../../show/times.ts';

interface Snapshots {
  readonly snapshots: readonly Snapshot[];
}

/** The loaded archives, newest first, with links to their changes. */
export const snapshots = definePage<Snapshots>({
  read: ({ store }) => ({ snapshots: store.snapshots().toReversed() }),
  show: ({ snapshots: all }) => ({
    title: 'Snapshots',
    main: html`<h1>Snapshots</h1><p class="muted">One for each loaded archive. Pages show the newest state; each older one can be read as it was.</p>${
      all.length === 0
        ? emptyNote('No archive has been loaded yet.')
        : html`<div class="scroll" tabindex="0" role="group" aria-label="Snapshots"><table class="grid-table"><caption>The newest first</caption><thead><tr><th scope="col">Number</th><th scope="col">As of</th><th scope="col">Archive</th><th scope="col" class="number">Records</th><th scope="col" class="number">Size</th><th scope="col">Loaded</th><th scope="col">What it changed</th><th scope="col">Pages</th></tr></thead><tbody>${all.map(
            (one, index) => {
              const previous = all[index + 1];
              return html`<tr><td>${one.id}</td><td>${one.takenAt === undefined ? 'unknown' : dateOf(one.takenAt)}</td><td>${one.archiveName}${salvageNote(one)}${one.archiveSha256 === undefined ? '' : html`<br><span class="mono small muted">sha256 ${one.archiveSha256.slice(0, 16)}…</span>`}</td><td class="number">${countText(totalOf(one.counts))}</td><td class="number">${formatSize(one.packedBytes)}</td><td>${dateOf(one.loadedAt)}</td><td>${previous === undefined ? 'the first snapshot' : html`<a href="/-/changes/${previous.id}..${one.id}">compared with ${previous.id}</a>`}</td><td><a href="${index === 0 ? '/' : `/-/at/${one.id}/`}">${index === 0 ? 'as they are now' : 'as they were'}</a></td></tr>`;
            },
          )}</tbody></table></div>`
    }
${
  all.length < 2
    ? emptyNote(
        'Once a second archive of the same repositories is loaded, this page shows what changed between them, and other pages mark what vanished.',
      )
    : html`<form action="/-/changes" class="filter"><label for="from">Compare</label><select id="from" name="from">${all.map(({ id }, index) => html`<option value="${id}"${index === 1 ? html` selected` : ''}>${id}</option>`)}</select><label for="to">with</label><select id="to" name="to">${all.map(({ id }, index) => html`<option value="${id}"${index === 0 ? html` selected` : ''}>${id}</option>`)}</select><button>Show</button></form>`
}`,
  }),
});

function salvageNote(snapshot: Snapshot): Markup | string {
  const loss = salvageOf(snapshot);
  return loss === undefined ? '' : html` <span class="tag warn" title="${loss}">salvaged</span>`;
}
