import { html } from 'hono/html';
import { definePage } from '../../page.ts';
import { codePath } from '../../paths.ts';
import { codeBar } from '../../show/code/code-bar.ts';
import { treeTable, treeWays } from '../../show/code/tree-table.ts';
import { noSuchPath, openPlace, originalOf } from './code-place.ts';
import { followLinks } from './follow-links.ts';
import { readTree, type TreeFacts } from './read-tree.ts';

/** A folder of a repository. */
export const tree = definePage<TreeFacts>({
  async read(sources, request) {
    const { git, place } = await openPlace(sources, request);
    const facts = await readTree(git, place, sources.links);
    if (facts !== undefined) {
      return facts;
    }
    const end = await followLinks(git, place.commit, place.path);
    if (end === undefined) {
      throw noSuchPath(place);
    }
    const view = end.entry === undefined || end.entry.kind === 'folder' ? 'tree' : 'blob';
    return { redirectTo: codePath(view, { ...place, path: end.path }) };
  },
  show(facts, frame) {
    const { repo, ref, path, commit } = facts.place;
    return {
      title: `${path === '' ? repo : `${path} · ${repo}`} at ${ref}`,
      place: { repo, tab: 'code' },
      original: originalOf('tree', facts.place),
      links: [{ rel: 'permalink', href: codePath('tree', { repo, ref: commit, path }) }],
      main: html`${codeBar(facts.place, { view: 'tree', ways: treeWays(facts) })}${treeTable(facts, frame)}`,
    };
  },
});
