import { html } from 'hono/html';
import { type Clock, EXIT_CODES, Failure } from '../../base/index.ts';
import type { GitLibrary } from '../../git/index.ts';
import { type Browsing, type BrowsingOptions, openBrowsing } from '../../reading/index.ts';
import { createLinks } from '../create-links.ts';
import type { Frame } from '../frame.ts';
import { layOut } from '../layout/lay-out.ts';
import type { Markdown } from '../markdown/create-markdown.ts';
import type { MatchedPage, MatchPage } from '../match-page.ts';
import { isRedirect, type PageRequest, type PageView } from '../page.ts';
import type { ArchiveProof, Sources } from '../sources.ts';
import { answerTwin } from '../twins/answer-twin.ts';
import { twinLinks } from '../twins/twin-links.ts';

const STATUS_OF_EXIT: ReadonlyMap<number, number> = new Map([
  [EXIT_CODES.absent.status, 404],
  [EXIT_CODES.failed.status, 500],
]);

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

/** Makes what the pages of one answer are shown with. */
function createFrame({ store, clock, markdown }: Sources, url: URL): Frame {
  const links = createLinks(store);
  return {
    nowMs: clock.now(),
    path: `${url.pathname}${url.search}`,
    links,
    markdown: (text, context) => markdown.render(text, { ...context, links, state: store.identity }),
  };
}

/** A page that says what could not be shown and why, with the status of its answer. */
function failureView(error: unknown, path: string): { readonly status: number; readonly view: PageView } {
  if (!(error instanceof Failure) || error.code === 'internal') {
    return {
      status: 500,
      view: view('This page broke', `Something in the reader failed while it made "${path}".`, ''),
    };
  }
  const status = STATUS_OF_EXIT.get(error.exitStatus) ?? 400;
  return {
    status,
    view: view(
      status === 404 ? 'Not in this archive' : 'That does not work',
      `${error.message}.`,
      error.hint,
    ),
  };
}

function view(title: string, sentence: string, hint: string): PageView {
  return {
    title,
    width: 'text',
    main: html`<h1>${title}</h1><p>${sentence}</p>${hint === '' ? '' : html`<p class="hint">${hint}.</p>`}
<p><a href="/">To the first page</a></p>`,
  };
}

/** The store of a reader. A load replaces the file as a whole, and the reader follows once the new one is there. */
interface Library {
  /** The store as it is now. */
  current(): Browsing;
  close(): void;
}

/** Opens the store at `path`. Fails with `absent`, `not-a-store`, `store-newer` or `file-system`. */
export function openLibrary(path: string, options: BrowsingOptions = {}): Library {
  let store = openBrowsing(path, options);
  return {
    current() {
      if (store.isOutdated()) {
        const newer = openBrowsing(path, options);
        store.close();
        store = newer;
      }
      return store;
    },
    close: () => store.close(),
  };
}
