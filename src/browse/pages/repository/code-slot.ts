import { html } from 'hono/html';
import type { Frame } from '../../frame.ts';
import type { Markup } from '../../markup.ts';
import { emptyNote } from '../../show/facts.ts';
import type { Sources } from '../../sources.ts';

/** What the first page of a repository shows of its code; null where no git data was kept. */
export interface CodeFacts {
  readonly sizeBytes: number;
}

/** Reads what the first page of a repository shows of its code. */
export async function readCode({ store }: Sources, repo: string): Promise<CodeFacts | null> {
  const place = store.gitPlace(repo, false);
  return place === undefined ? null : { sizeBytes: place.sizeBytes };
}

/** Shows the files of the default branch and the README, or why there are none. */
export function showCode(code: CodeFacts | null, _repo: string, _frame: Frame): Markup {
  return code === null
    ? emptyNote('This archive was made without git data, or was loaded without it: there is no code to read.')
    : html``;
}
