import { html } from 'hono/html';
import { Failure } from '../../../base/index.ts';
import { referenceText } from '../../../dump/index.ts';
import type { RecordVersion } from '../../../store/index.ts';
import { definePage } from '../../page.ts';
import { dateText } from '../../show/times.ts';

interface History {
  readonly url: string;
  readonly versions: readonly (RecordVersion & { readonly fromDate: string | null })[];
}

/** One record through all snapshots: what it was, and when. */
export const history = definePage<History>({
  read({ store }, { query }) {
    const url = query.get('url') ?? '';
    const versions = store.history(url);
    if (versions.length === 0) {
      throw new Failure(
        'absent',
        `Cannot show the history of "${url}": no snapshot has a record with this url`,
        {
          hint: 'Each thread links to its history as "Through all snapshots"',
        },
      );
    }
    const dates = new Map(store.snapshots().map(({ id, takenAt }) => [id, takenAt]));
    return {
      url,
      versions: versions.map((version) => ({ ...version, fromDate: dates.get(version.from) ?? null })),
    };
  },
  show: ({ url, versions }, frame) => ({
    title: `History of ${referenceText(url)}`,
    original: url,
    main: html`<h1>${referenceText(url)} through all snapshots</h1>
${frame.links.local(url) === undefined ? html`<p class="vanished">The newest snapshot no longer has it.</p>` : html`<p><a href="${frame.links.local(url)}">As it is now</a></p>`}
${versions
  .toReversed()
  .map(
    ({ kind, change, from, until, json, fromDate }) =>
      html`<section><h2>${change} with snapshot ${from}${fromDate === null ? '' : `, ${dateText(fromDate)}`}</h2><p class="muted">${kind.replaceAll('_', ' ')}${until === undefined ? ', so it is now' : `, until snapshot ${until}`}</p>${
        json === undefined
          ? html`<p class="vanished">It was gone.</p>`
          : html`<details><summary>The record</summary><pre class="scroll" tabindex="0">${JSON.stringify(JSON.parse(json), null, 2)}</pre></details>`
      }</section>`,
  )}`,
  }),
});
