import { type Clock, Failure } from '../../base/index.ts';
import type { GitLibrary } from '../../git/index.ts';
import type { ArchiveProof } from '../archive-proof.ts';
import { createFrame } from '../create-frame.ts';
import { layOut } from '../layout/lay-out.ts';
import type { Markdown } from '../markdown/create-markdown.ts';
import type { MatchedPage, MatchPage } from '../match-page.ts';
import { isRedirect, type PageRequest, type PageView } from '../page.ts';
import { failureView } from '../pages/failure-view.ts';
import type { Sources } from '../sources.ts';
import { answerTwin } from '../twins/answer-twin.ts';
import { twinLinks } from '../twins/twin-links.ts';
import type { Library } from './library.ts';

interface AnsweringOptions {
  readonly library: Library;
  readonly git: GitLibrary;
  readonly markdown: Markdown;
  readonly match: MatchPage;
  readonly proofs?: readonly ArchiveProof[];
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly onError?: (error: unknown, path: string) => void;
}

/** Prepares answering requests for pages, their twins and files; whatever fails becomes a page that says so. */
export function createAnswering(options: AnsweringOptions): (request: Request) => Promise<Response> {
  const { library, git, markdown, match, clock, signal, onError, proofs = [] } = options;
  return async (request) => {
    const url = new URL(request.url);
    const store = library.current();
    const sources: Sources = { store, git, markdown, clock, signal, proofs };
    const matched = match(url.pathname);
    try {
      if (matched === undefined) {
        throw new Failure('absent', `Cannot show "${url.pathname}": the reader has no such page`, {
          hint: 'Search for it, or begin at the first page',
        });
      }
      return await answerMatched(matched, url, sources);
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'internal') {
        onError?.(error, url.pathname);
      }
      const { status, view } = failureView(error, url.pathname);
      return matched?.format === undefined
        ? await answerView(view, { sources, url, status })
        : Response.json({ error: view.title }, { status });
    }
  };
}

async function answerMatched(matched: MatchedPage, url: URL, sources: Sources): Promise<Response> {
  const { row, params, path, format } = matched;
  const request: PageRequest = { params, query: url.searchParams, path };
  const answering = await row.load();
  if (answering.kind === 'file') {
    return answering.send(sources, request);
  }
  const opened = await answering.open(sources, request);
  if (isRedirect(opened)) {
    const ending = format === undefined ? '' : `.${format}`;
    return new Response(null, { status: 302, headers: { Location: withEnding(opened.redirectTo, ending) } });
  }
  if (format !== undefined) {
    return answerTwin({ opened, format, row, url });
  }
  const view = await opened.show(createFrame(sources, url));
  const links = twinLinks({ url, format: undefined, row, facts: opened.facts });
  return answerView(view, { sources, url, status: 200, twins: row.twins ?? [], links });
}

interface ViewAnswer {
  readonly sources: Sources;
  readonly url: URL;
  readonly status: number;
  readonly twins?: MatchedPage['row']['twins'] & object;
  /** The `Link` header; none where it is empty. */
  readonly links?: string;
}

async function answerView(
  view: PageView,
  { sources, url, status, twins = [], links = '' }: ViewAnswer,
): Promise<Response> {
  const page = await layOut(view, { frame: createFrame(sources, url), store: sources.store, twins });
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...(links === '' ? {} : { Link: links }) };
  return new Response(page.toString(), { status, headers });
}

function withEnding(path: string, ending: string): string {
  return path.replace(/(?=[?#]|$)/, ending);
}
