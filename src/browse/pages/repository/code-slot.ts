import { html } from 'hono/html';
import { Failure } from '../../../base/index.ts';
import { isUnreadable } from '../../../git/index.ts';
import type { Frame } from '../../frame.ts';
import type { Markup } from '../../markup.ts';
import { codePath } from '../../paths.ts';
import { treeTable, treeWays } from '../../show/code/tree-table.ts';
import { emptyNote } from '../../show/facts.ts';
import type { Sources } from '../../sources.ts';
import { openPlaceIn } from '../code/code-place.ts';
import { readTree, type TreeFacts } from '../code/read-tree.ts';

/** What the first page of a repository shows of its code: a folder, or why there is none. */
export interface CodeFacts {
  readonly tree: TreeFacts | null;
  readonly reason: string | null;
}

/** Reads what the first page of a repository shows of its code; a repository that cannot be read is no failure here. */
export async function readCode(sources: Sources, repo: string): Promise<CodeFacts> {
  try {
    const { git, place } = await openPlaceIn(sources, repo, '');
    const tree = await readTree(git, place);
    return tree === undefined
      ? { tree: null, reason: `The newest commit of ${place.ref} is not whole: its files are missing.` }
      : { tree, reason: null };
  } catch (error) {
    if (isUnreadable(error) || (error instanceof Failure && error.code === 'absent')) {
      return {
        tree: null,
        reason: `${error.message.replace(/^Cannot show [^:]*: (.)/, (_, first: string) => first.toUpperCase())}.`,
      };
    }
    throw error;
  }
}

/** Shows the files of the default branch and the README, or why there are none. */
export function showCode({ tree, reason }: CodeFacts, repo: string, frame: Frame): Markup {
  if (tree === null) {
    return emptyNote(reason ?? 'There is no code to read.');
  }
  const { ref } = tree.place;
  const ways = [[`Branch ${ref}`, codePath('tree', { repo, ref })] as const, ...treeWays(tree)];
  return html`<div class="code-bar"><ul class="ways">${ways.map(([title, href, key]) => html`<li><a href="${href}"${key === undefined ? '' : html` data-key="${key}" data-key-name="${title}"`}>${title}</a></li>`)}</ul></div>${treeTable(tree, frame)}`;
}
