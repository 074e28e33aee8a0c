import { html, raw } from 'hono/html';
import { decodePart } from '../../../base/text-ends.ts';
import { isUnreadable } from '../../../git/ask-git.ts';
import { Failure } from '../../../model/failure.ts';
import type { Frame, Markup } from '../../frame.ts';
import { findEntry, openPlaceIn } from '../../pages/code/code-place.ts';
import { linesOf, toText } from '../../pages/code/read-blob.ts';
import { codePath } from '../../paths.ts';
import type { Sources } from '../../sources.ts';
import { unescapeMarkup } from '../../unescape-markup.ts';
import { shownBytesOf } from '../preview/file-types.table.ts';
import { colouredLines } from './code-text.ts';
import { shortId } from './commit-line.ts';

/** A paragraph with nothing but a link to lines of a file at a commit, as the sanitizer writes it. */
const PERMALINK =
  /<p[^<>]*>\s*<a [^<>]*?href="(\/([^"/]+)\/([^"/]+)\/blob\/([0-9a-f]{40,64})\/([^"?#]+))(?:\?[^"#]*)?#L(\d{1,7})(?:C\d+)?(?:-L?(\d{1,7})(?:C\d+)?)?"[^<>]*>(?:<code>)?[^<>]*(?:<\/code>)?<\/a>\s*<\/p>/g;

const MAX_QUOTES = 10;
const MAX_LINES = 40;

type QuoteFrame = Pick<Frame, 'highlight'>;

/** Shows the lines that permalinks on lines of their own name, as the service does. The links stay. */
export async function quoteCode(
  markup: Markup,
  sources: Sources,
  frame: QuoteFrame,
): Promise<Awaited<Markup>> {
  const text = String(await markup);
  const found = [...text.matchAll(PERMALINK)].slice(0, MAX_QUOTES);
  const quotes = await Promise.all(found.map((match) => readQuote(match, sources, frame)));
  let [result, end] = ['', 0];
  for (const [index, { 0: whole, index: at }] of found.entries()) {
    result += text.slice(end, at) + whole + String(quotes[index] ?? '');
    end = at + whole.length;
  }
  return raw(result + text.slice(end));
}

/** Whether a text can have such links. */
export function hasPermalink(text: string): boolean {
  return /\/blob\/[0-9a-f]{40}[^\s]*#L\d/.test(text);
}

async function readQuote(
  [, , owner = '', name = '', sha = '', rest = '', start = '', last]: RegExpMatchArray,
  sources: Sources,
  frame: QuoteFrame,
): Promise<Markup | undefined> {
  const repo = sources.store.repositoryName(`${decodePart(owner)}/${decodePart(name)}`);
  if (repo === undefined) {
    return undefined;
  }
  try {
    const path = unescapeMarkup(rest).split('/').map(decodePart).join('/');
    const { git, place } = await openPlaceIn(sources, repo, `${sha}/${path}`);
    const entry = await findEntry(git, place);
    const isFile = entry?.kind === 'file' || entry?.kind === 'program';
    const bytes = isFile ? (await git.blob(entry.id, shownBytesOf(path)))?.bytes : undefined;
    const { text } = toText(bytes);
    const [first, end] = [Number(start), Number(last ?? start)].sort((one, other) => one - other);
    const count = Math.min((end ?? 0) - (first ?? 0) + 1, MAX_LINES);
    if (text === null || first === undefined || first < 1 || first > linesOf(text).length) {
      return undefined;
    }
    const lines = (await colouredLines(text, path, frame, first - 1)).slice(0, count);
    return showQuote({ repo, sha, path, first, lines });
  } catch (error) {
    if (isUnreadable(error) || (error instanceof Failure && error.code === 'absent')) {
      return undefined; // The link says where it is.
    }
    throw error;
  }
}

interface Quote {
  readonly repo: string;
  readonly sha: string;
  readonly path: string;
  readonly first: number;
  readonly lines: readonly Markup[];
}

function showQuote({ repo, sha, path, first, lines }: Quote): Markup {
  const href = codePath('blob', { repo, ref: sha, path });
  const last = first + lines.length - 1;
  const words = lines.length === 1 ? `line ${first}` : `lines ${first} to ${last}`;
  return html`<figure class="file quoted"><figcaption class="file-head"><span><bdi>${path}</bdi>, ${words} at <code>${shortId(sha)}</code></span></figcaption><div class="lines" tabindex="0" role="group" aria-label="Code of ${path}, ${words}"><table>${lines.map(
    (line, index) =>
      html`<tr><td class="n"><a href="${href}#L${first + index}">${first + index}</a></td><td class="c">${line}</td></tr>`,
  )}</table></div></figure>`;
}
