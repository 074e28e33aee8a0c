import { Failure } from '../base/index.ts';
import type { Browsing } from '../reading/index.ts';
import type { Frame, Markup } from './frame.ts';
import type { Sources } from './sources.ts';

/** Endings of the data twins of pages. */
export const TWIN_FORMATS = ['json', 'csv', 'md', 'atom'] as const;

/** What was asked for. */
export interface PageRequest {
  /** The parts of the path that the pattern names, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The path without its query and without the ending of a twin, as it was asked for. */
  readonly path: string;
  /** Aborted when whoever asked has left. */
  readonly signal: AbortSignal;
}

/** Leads elsewhere: the number of a pull request among the issues, say. */
export interface Redirect {
  readonly redirectTo: string;
}

/** Where in the reader a page stands: it decides which navigation is above it. */
export interface Place {
  readonly owner?: string | undefined;
  /** `owner/name`. */
  readonly repo?: string | undefined;
  /** The tab of the repository that is lit: code, issues, pulls, … */
  readonly tab?: string | undefined;
}

/** A page as people see it, without the frame around it. */
export interface PageView {
  /** For the tab of the browser. */
  readonly title: string;
  readonly place?: Place;
  /** Its address at the original service; undefined where it has none. */
  readonly original?: string | undefined;
  /** What the page is about. It has the page's one h1. */
  readonly main: Markup;
  /** What stands beside it on wide screens and below it on narrow ones: facets, facts, participants. */
  readonly aside?: Markup | undefined;
  /** `text` keeps lines at a length that reads well; `wide` takes what there is. */
  readonly width?: 'text' | 'wide';
  /** Addresses for `<link rel=…>`: next, prev, alternate. */
  readonly links?: readonly PageLink[];
}

export interface PageLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
}

/** The rows of a list for its data twins. */
export interface TwinTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** One entry of a feed. */
export interface FeedEntry {
  /** The url of the record at the service: it never changes. */
  readonly id: string;
  readonly title: string;
  /** Path in the reader. */
  readonly path: string;
  readonly author: string | null;
  /** Times in UTC. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** Markdown. */
  readonly body: string;
}

export interface Feed {
  readonly title: string;
  readonly entries: readonly FeedEntry[];
}

/**
 * One kind of page: what it reads, and how that is shown. Reading gives plain data that JSON can hold, so that the page,
 * its twins and the static site come from the same facts.
 */
export interface Page<Facts extends object> {
  /** Fails with `absent` where there is no such thing here: that becomes a page that says so. */
  read(sources: Sources, request: PageRequest): Facts | Redirect | Promise<Facts | Redirect>;
  show(facts: Facts, frame: Frame): PageView | Promise<PageView>;
  /** The list for .csv; without it the page has no such twin. */
  table?(facts: Facts): TwinTable;
  /** The text for .md. */
  text?(facts: Facts): string;
  /** The entries for .atom. */
  feed?(facts: Facts): Feed;
}

/** A page that was read, whatever its facts are. */
export interface OpenedPage {
  readonly facts: object;
  show(frame: Frame): PageView | Promise<PageView>;
  readonly table: (() => TwinTable) | undefined;
  readonly text: (() => string) | undefined;
  readonly feed: (() => Feed) | undefined;
}

/** What answers under a path: a page, or the bytes of a file. */
export type Answering =
  | {
      readonly kind: 'page';
      open(sources: Sources, request: PageRequest): Promise<OpenedPage | Redirect>;
    }
  | {
      readonly kind: 'file';
      send(sources: Sources, request: PageRequest): Promise<Response> | Response;
    };

/** Makes a page ready for the table of pages, which does not know the facts of each. */
export function definePage<Facts extends object>(page: Page<Facts>): Answering {
  return {
    kind: 'page',
    async open(sources, request) {
      const facts = await page.read(sources, request);
      if (isRedirect(facts)) {
        return facts;
      }
      const { table, text, feed } = page;
      return {
        facts,
        show: (frame) => page.show(facts, frame),
        table: table === undefined ? undefined : () => table(facts),
        text: text === undefined ? undefined : () => text(facts),
        feed: feed === undefined ? undefined : () => feed(facts),
      };
    },
  };
}

/** Answers with bytes instead of a page. The safety headers are put on by the reader. */
export function defineFile(
  send: (sources: Sources, request: PageRequest) => Promise<Response> | Response,
): Answering {
  return { kind: 'file', send };
}

export function isRedirect(answer: object): answer is Redirect {
  return 'redirectTo' in answer;
}

/** One kind of page. */
export interface PageRow {
  readonly name: string;
  /** `:name` is one segment, `:name(\\d+)` one of this form, `*name` all that follows, slashes too. */
  readonly path: string;
  /** What it is, for the documentation of the data twins. */
  readonly summary: string;
  /** The data twins that it has. */
  readonly twins?: readonly TwinFormat[];
  /** Loads the page's module when it is asked for the first time. */
  readonly load: () => Promise<Answering>;
}

export type TwinFormat = (typeof TWIN_FORMATS)[number];

/** The repository that a path names, as the store spells it. Fails with `absent` where the store has none of that name. */
export function requireRepo(store: Browsing, params: Readonly<Record<string, string>>): string {
  const name = `${params['owner'] ?? ''}/${params['repo'] ?? ''}`;
  const repo = store.repositoryName(name);
  if (repo === undefined) {
    throw new Failure('absent', `Cannot show "${name}": no archive that was loaded has this repository`, {
      hint: 'The first page lists what exists',
    });
  }
  return repo;
}
