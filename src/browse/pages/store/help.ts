import { html } from 'hono/html';
import { QUALIFIERS } from '../../../search/index.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';

interface SearchHelp {
  readonly qualifiers: readonly {
    readonly name: string;
    readonly summary: string;
    readonly example: string;
  }[];
}

/** How to ask: every qualifier of the language of searches, with an example to try. */
export const searchHelp = definePage<SearchHelp>({
  read: () => ({
    qualifiers: Object.entries(QUALIFIERS).map(([name, { summary, example }]) => ({
      name,
      summary,
      example,
    })),
  }),
  show: ({ qualifiers }) => ({
    title: 'Search syntax',
    main: html`<h1>Search syntax</h1>
<p>All words must occur in a thread. <code>AND</code>, <code>OR</code>, <code>NOT</code>, <code>-</code> and parentheses join them; <code>"a phrase"</code> matches exactly; <code>word*</code> matches all words that begin with it. The same language filters lists, and searches on the command line.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Qualifiers"><table class="grid-table"><caption>Qualifiers</caption><thead><tr><th scope="col">Word</th><th scope="col">What it asks for</th><th scope="col">Try</th></tr></thead><tbody>${qualifiers.map(
      ({ name, summary, example }) =>
        html`<tr><th scope="row"><code>${name}:</code></th><td>${summary}</td><td><a href="${withQuery('/-/search', { q: example })}"><code>${example}</code></a></td></tr>`,
    )}</tbody></table></div>`,
  }),
});
