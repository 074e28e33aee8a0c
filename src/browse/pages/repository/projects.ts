import { html } from 'hono/html';
import { isJsonObject, type JsonValue } from '../../../base/json.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { definePage, requireRepo } from '../../page.ts';
import { emptyNote } from '../../show/facts.ts';

/** A record of a kind without a table. */
export interface OtherRecord {
  readonly url: string | null;
  readonly record: JsonValue;
}

interface Projects {
  readonly repo: string;
  readonly projects: readonly OtherRecord[];
  readonly original: string | null;
}

/** The projects of a repository. No known exporter writes them. */
export const projects = definePage<Projects>({
  read({ store }, { params }) {
    const repo = requireRepo(store, params);
    return {
      repo,
      projects: otherRecordsOf(store, 'project', repo),
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
              html`<li><span></span><span><strong>${textField(record, 'name') ?? url}</strong>${frame.markdown(textField(record, 'body') ?? '', { repo })}<details><summary>The record</summary><pre class="scroll">${JSON.stringify(record, null, 2)}</pre></details></span><span class="end">${textField(record, 'state')}</span></li>`,
          )}</ol>`
    }`,
  }),
});

/** The records of a kind without a table that a repository has. */
export function otherRecordsOf(store: Browsing, kind: string, repo: string): readonly OtherRecord[] {
  return store
    .otherRecords(kind, repo)
    .map(({ url, json }) => ({ url, record: JSON.parse(json) as JsonValue })); // The type of parsed JSON.
}

export function textField(record: JsonValue, name: string): string | undefined {
  const value = isJsonObject(record) ? record[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
