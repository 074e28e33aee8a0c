import type { ExitName } from '../../model/exit-codes.table.ts';
import { exitOf, Failure, messageOf, schemaFailure } from '../../model/failure.ts';
import { locationOf, pathOfSegments, segmentsOf } from '../addresses/location-of.ts';
import type { Frame } from '../frame.ts';
import { layOut } from '../layout/lay-out.ts';
import type { MatchedPage, MatchPage } from '../match-page.ts';
import { isRedirect, KIND_HEADER, type PageRequest, type PageView } from '../page.ts';
import { hintNote, sentenceOf } from '../show/answer-or-mistake.ts';
import { hasPermalink, quoteCode } from '../show/code/quote-code.ts';
import type { Indexing, Sources } from '../sources.ts';
import { answerFailure, answerFormat, formatPath, negotiateFormat } from './answer-format.ts';
import { type AskedPage, errorView, missingView } from './missing-page.ts';
import { notYetIndexed, RETRY_SECONDS } from './not-yet-indexed.ts';
import type { Library } from './open-library.ts';
import { firstVisitCookie } from './seen-cookie.ts';

const STATUS_OF_EXIT: ReadonlyMap<ExitName, number> = new Map([
  ['absent', 404],
  ['failed', 500],
  ['temporary', 503],
]);

interface AnsweringOptions
  extends Pick<Sources, 'clock' | 'git' | 'namedPages'>,
    Partial<
      Pick<Sources, 'diagramLibrary' | 'isOlder' | 'isPublic' | 'isSite' | 'older' | 'proofs' | 'signal'>
    > {
  readonly library: Library;
  readonly match: MatchPage;
  /** Finds the page of an old address. */
  readonly oldAddressTarget: (path: string, query: URLSearchParams) => string | undefined;
  /** The owners that the library is confined to; by default people choose. */
  readonly owners?: readonly string[] | undefined;
  readonly indexing?: Indexing;
  readonly onError?: (error: unknown, path: string) => void;
}

/** Creates the handler for pages, their data formats and files; failures become error pages. */
export function createAnswering(options: AnsweringOptions): (request: Request) => Promise<Response> {
  const {
    library,
    git,
    match,
    oldAddressTarget,
    clock,
    signal,
    onError,
    older,
    indexing,
    proofs = [],
  } = options;
  const { isOlder = false, isPublic = false, isSite = false, diagramLibrary, namedPages } = options;
  const shown = { isOlder, isPublic, isSite, diagramLibrary, namedPages };
  const answerOf = options.owners === undefined ? answer : undefined;
  /** A path below `/-/` that it lacks would be that of a repository. */
  const hasPage = (path: string) => {
    const row = match(path)?.row;
    const isOmitted = isSite && row?.inSites === 'omitted';
    return !isOmitted && row?.path.startsWith('/-/') === path.startsWith('/-/');
  };
  return (request) => answer([], request).catch(answerPlainly);

  async function answer(owners: readonly string[], request: Request): Promise<Response> {
    const url = new URL(request.url);
    // Paths below `/-/` do not exist at the service.
    const lead = url.pathname.startsWith('/-/')
      ? undefined
      : oldAddressTarget(url.pathname, url.searchParams);
    if (lead !== undefined) {
      return redirectTo(lead);
    }
    const opened = library.current();
    const release = opened.hold();
    try {
      const store = owners.length === 0 ? opened.store : opened.store.narrowedTo(owners);
      const sources: Sources = {
        ...{ ...opened, ...shown, store, git, clock, signal, proofs, answerOf, older, hasPage },
      };
      return await answerFrom(sources, url, request);
    } finally {
      release();
    }
  }

  async function answerFrom(sources: Sources, url: URL, request: Request): Promise<Response> {
    const page = await preferWhole(match(url.pathname), { url, http: request }, sources);
    const formats = page?.format === undefined ? (page?.row.formats ?? []) : [];
    const negotiated = negotiateFormat(request.headers.get('accept'), formats);
    if (negotiated !== undefined) {
      url.pathname = formatPath(url.pathname, negotiated);
    }
    const matched = negotiated === undefined ? page : match(url.pathname);
    try {
      if (matched === undefined) {
        throw new Failure('absent', `Cannot show "${url.pathname}": the reader has no such page`, {
          hint: 'Search for it, or start at the home page',
        });
      }
      const answer = await answerMatched(matched, { url, http: request }, sources, indexing);
      if (formats.length > 0) {
        answer.headers.append('Vary', 'Accept');
      }
      if (negotiated !== undefined && answer.ok) {
        answer.headers.set('Content-Location', `${url.pathname}${url.search}`);
      }
      return answer;
    } catch (thrown) {
      const notYet = indexing && notYetIndexed(thrown, indexing);
      const error = schemaFailure(thrown) ?? notYet ?? thrown;
      if (request.signal.aborted) {
        return new Response(null, { status: 408 }); // The client has disconnected.
      }
      if (!(error instanceof Failure) || error.code === 'internal') {
        onError?.(error, url.pathname);
      }
      const { status, view } = await failureView(error, { url, matched }, sources);
      const elsewhere = status === 404 ? pathElsewhere(url, sources) : undefined;
      if (elsewhere !== undefined) {
        return redirectTo(elsewhere);
      }
      const answer =
        matched?.format === undefined
          ? await answerView(view, { sources, url, status, http: request })
          : answerFailure(matched.format, error, status);
      if (notYet !== undefined) {
        answer.headers.set('Retry-After', String(RETRY_SECONDS));
        answer.headers.set('Refresh', String(RETRY_SECONDS)); // All browsers load the page again then.
      }
      return answer;
    }
  }
}

/** Where no page can be laid out: the store was replaced by one of an earlier format, or lacks what each page needs. */
function answerPlainly(error: unknown): Response {
  const failure = schemaFailure(error) ?? error;
  if (failure instanceof Failure) {
    return new Response(`${messageOf(failure)}. ${failure.commandHint}.\n`, { status: 500 });
  }
  throw error;
}

/** Another path of the same page: repositories of other services have nested owners, or are in folders. */
function pathElsewhere({ pathname, search }: URL, { store, links }: Sources): string | undefined {
  const own = pathOfSegments(segmentsOf(pathname));
  return pathname.startsWith('/-/')
    ? undefined
    : store
        .origins()
        .map((origin) => links.local(`${origin}${pathname}${search}`))
        .find((path) => path !== undefined && path.replace(/[?#].*$/, '') !== own);
}

/** The url of the page or of the negotiated format, and the request itself. */
interface Asked {
  readonly url: URL;
  readonly http: Request;
}

/** The page whose name ends like a data format, if there is one. */
async function preferWhole(
  matched: MatchedPage | undefined,
  asked: Asked,
  sources: Sources,
): Promise<MatchedPage | undefined> {
  const { whole } = matched ?? {};
  const answering = await whole?.row.load();
  if (whole === undefined || answering?.kind !== 'page') {
    return matched;
  }
  try {
    return isRedirect(await answering.open(sources, requestOf(whole, asked))) ? matched : whole;
  } catch (error) {
    // Any other failure is that of the page, which is answered next.
    return exitOf(error) === 'absent' ? matched : whole;
  }
}

function requestOf({ params, path }: MatchedPage, { url, http }: Asked): PageRequest {
  return { params, query: url.searchParams, path, signal: http.signal, http };
}

async function answerMatched(
  matched: MatchedPage,
  asked: Asked,
  sources: Sources,
  indexing: Indexing | undefined,
): Promise<Response> {
  const { row, format } = matched;
  const { url } = asked;
  const request = requestOf(matched, asked);
  const answering = await row.load();
  if (answering.kind === 'file') {
    return answering.send(sources, request);
  }
  const opened = await answering.open(sources, request);
  if (isRedirect(opened)) {
    return redirectTo(opened.redirectTo, format === undefined ? '' : `.${format}`);
  }
  const mistake = mistakeOf(opened.facts);
  if (mistake?.code === 'not-indexed' && indexing !== undefined) {
    throw mistake; // Nothing is wrong with the query.
  }
  if (format !== undefined) {
    if (mistake !== undefined) {
      return answerFailure(format, mistake, 400);
    }
    return answerFormat(opened, format);
  }
  const view = await opened.show(createFrame(sources, url));
  const { formats = [], isOfStore = false } = row;
  return answerView(view, { sources, ...asked, status: 200, formats, isOfStore });
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

interface ViewAnswer extends Asked {
  readonly sources: Sources;
  readonly status: number;
  readonly isOfStore?: boolean;
  readonly formats?: MatchedPage['row']['formats'] & object;
}

async function answerView(
  view: PageView,
  { sources, url, http, status, isOfStore = false, formats = [] }: ViewAnswer,
): Promise<Response> {
  const page = await layOut(view, { frame: createFrame(sources, url), sources, isOfStore, formats });
  const cookie = view.cookie ?? (status === 200 ? firstVisitCookie(sources, http) : undefined);
  return new Response(page.toString(), {
    status,
    headers: {
      ...HTML,
      ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
      ...(sources.isSite && view.kind !== undefined ? { [KIND_HEADER]: view.kind } : {}),
    },
  });
}

/** The rendering context of a page. */
function createFrame(sources: Sources, url: URL): Frame {
  const { store, clock, links, renderer, hasPage, isSite } = sources;
  const page = {};
  const highlight: Frame['highlight'] = (pieces) => renderer.highlight(pieces, page);
  return {
    nowMs: isSite ? Number.NaN : clock.now(),
    path: `${url.pathname}${url.search}`,
    links,
    owners: store.owners,
    hasPage,
    markdown(text, context) {
      const rendered = renderer.markdown(text, { ...context, links, state: store.identity }, page);
      return hasPermalink(text) ? quoteCode(rendered, sources, { highlight }) : rendered;
    },
    title: (text) => renderer.title(text === '' ? 'Untitled' : text),
    highlight,
  };
}

function redirectTo(address: string, ending = ''): Response {
  return new Response(null, { status: 302, headers: { Location: locationOf(address, ending) } });
}

/** The error in the query that a page answers; pages show it next to the query. */
function mistakeOf(facts: object): Failure | undefined {
  const mistake: unknown = Reflect.get(facts, 'mistake');
  return mistake instanceof Failure ? mistake : undefined;
}

/** An error page that says what could not be shown and why, with its HTTP status. */
async function failureView(
  error: unknown,
  asked: AskedPage,
  sources: Sources,
): Promise<{ readonly status: number; readonly view: PageView }> {
  const { pathname } = asked.url;
  if (!(error instanceof Failure) || error.code === 'internal') {
    return {
      status: 500,
      view: errorView('This page failed', `An internal error occurred while rendering "${pathname}".`, ''),
    };
  }
  const status = STATUS_OF_EXIT.get(exitOf(error)) ?? 400;
  return {
    status,
    view:
      status === 404
        ? await missingView(error, asked, sources)
        : errorView('This request cannot be answered', sentenceOf(messageOf(error)), hintNote(error)),
  };
}
