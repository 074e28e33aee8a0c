import { html } from 'hono/html';
import { isJsonObject, type JsonValue } from '../../../base/json.ts';
import { definePage, requireRepo } from '../../page.ts';
import { emptyNote } from '../../show/facts.ts';

interface Projects {
  readonly repo: string;
  readonly projects: readonly { readonly url: string | null; readonly record: JsonValue }[];
  readonly original: string | null;
}

/** The projects of a repository. No known exporter writes them. */
export const projects = definePage<Projects>({
  read({ store }, { params }) {
    const repo = requireRepo(store, params);
    return {
      repo,
      projects: store
        .otherRecords('project', repo)
        .map(({ url, json }) => ({ url, record: JSON.parse(json) as JsonValue })), // The type of parsed JSON.
      original: store.repository(repo).url,
    };
  },
  show: ({ repo, projects: all, original }, frame) => ({
    title: `Projects of ${repo}`,
    place: { repo, tab: 'projects' },
    original: original === null ? undefined : `${original}/projects`,
    main: html`<h1>Projects</h1>${
      all.length === 0
        ? emptyNote(
            'This archive has no projects. The service exports only classic projects; newer ones are never part of an archive.',
          )
        : html`<ol class="rows bare">${all.map(
            ({ url, record }) =>
              html`<li><span></span><span><strong>${fieldOf(record, 'name') ?? url}</strong>${frame.markdown(fieldOf(record, 'body') ?? '', { repo })}<details><summary>The record</summary><pre class="scroll">${JSON.stringify(record, null, 2)}</pre></details></span><span class="end">${fieldOf(record, 'state')}</span></li>`,
          )}</ol>`
    }`,
  }),
});

function fieldOf(record: JsonValue, name: string): string | undefined {
  const value = isJsonObject(record) ? record[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
