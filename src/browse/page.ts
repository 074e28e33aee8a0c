import { isCloneName } from '../model/clone-name.ts';
import { Failure } from '../model/failure.ts';
import type { Browsing } from '../reading/open-browsing.ts';
import type { Frame, Markup } from './frame.ts';
import type { Sources } from './sources.ts';

/** The data formats of pages, available at the path of a page with this extension. */
export const DATA_FORMATS = ['json', 'md'] as const;

export interface PageRequest {
  /** The decoded parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The requested path without its query and without the extension of a data format. */
  readonly path: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** The method and headers, for files. */
  readonly http: Request;
}

/** A redirect, such as from a pull request's number among the issues. */
export interface Redirect {
  readonly redirectTo: string;
}

/** The place of a page in the reader, which determines its navigation. */
export interface Place {
  readonly owner?: string | undefined;
  /** `owner/name`. */
  readonly repo?: string | undefined;
  /** The active tab of the repository: code, issues, pulls, … */
  readonly tab?: string | undefined;
  /** The list of the repository that it is, or that `file` is one of, if no tab leads to it. */
  readonly list?: { readonly title: string; readonly path: string } | undefined;
  /** The file that it shows: its path in the repository, or its name; empty for none. */
  readonly file?: string | undefined;
}

/** The content of a page, without its frame. */
export interface PageView {
  /** For the browser tab. */
  readonly title: string;
  readonly place?: Place;
  /** Its address at the original service; undefined if it has none. */
  readonly original?: string | undefined;
  /** What it is of, if its row in the table of pages does not say it: `organization`. */
  readonly kind?: string;
  /** The main content, with the only h1 of the page. */
  readonly main: Markup;
  /** The sidebar on wide screens, below the content on narrow ones: facets, facts, participants. */
  readonly aside?: Markup | undefined;
  /** `text` limits the line length for reading; `wide` uses the whole width. */
  readonly width?: 'text' | 'wide';
  /** Addresses for `<link rel=…>`: next, prev, alternate. */
  readonly links?: readonly PageLink[];
  /** What the browser remembers for the next time. */
  readonly cookie?: string | undefined;
}

/** The header in which an answer for a site has the kind of its page. */
export const KIND_HEADER = 'Satchel-Kind';

export interface PageLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
}

/**
 * A kind of page: what it reads and how that is rendered. It reads plain data that can be encoded as JSON, so that the
 * page, its data formats and the static site share the same facts.
 */
export interface Page<Facts extends object> {
  /** Fails with `absent` if there is nothing to show, which becomes an error page. */
  read(sources: Sources, request: PageRequest): Facts | Redirect | Promise<Facts | Redirect>;
  show(facts: Facts, frame: Frame): PageView | Promise<PageView>;
  /** The text for .md; required for this format. */
  text?(facts: Facts): string;
}

/** A page with the facts that it read, independent of their type. */
export interface OpenedPage {
  readonly facts: object;
  show(frame: Frame): PageView | Promise<PageView>;
  readonly text: (() => string) | undefined;
}

/** The handler of a path: a page, or the bytes of a file. */
export type Answering =
  | {
      readonly kind: 'page';
      open(sources: Sources, request: PageRequest): Promise<OpenedPage | Redirect>;
    }
  | {
      readonly kind: 'file';
      send(sources: Sources, request: PageRequest): Promise<Response> | Response;
    };

/** Converts a page to an entry of the table of pages, which does not know the types of facts. */
export function definePage<Facts extends object>(page: Page<Facts>): Answering {
  return {
    kind: 'page',
    async open(sources, request) {
      const facts = await page.read(sources, request);
      if (isRedirect(facts)) {
        return facts;
      }
      const { text } = page;
      return {
        facts,
        show: (frame) => page.show(facts, frame),
        text: text === undefined ? undefined : () => text(facts),
      };
    },
  };
}

/** A handler that responds with bytes instead of a page. The reader adds the security headers. */
export function defineFile(
  send: (sources: Sources, request: PageRequest) => Promise<Response> | Response,
): Answering {
  return { kind: 'file', send };
}

export function isRedirect(answer: object): answer is Redirect {
  return 'redirectTo' in answer;
}

export interface PageRow {
  readonly name: string;
  /** `:name` matches one segment, `:name(\\d+)` a segment of this pattern, `*name` the rest of the path. */
  readonly path: string;
  /** Whether static sites have it, and list it by its title. They omit live queries, restricted data and what is about loading. */
  readonly inSites: 'indexed' | 'kept' | 'omitted';
  /** Whether it is commits as git mails them, from which sites omit the addresses. */
  readonly hasMails?: boolean;
  /** What people call it, by its path, in the search box; for pages that are reached from everywhere. */
  readonly titles?: Readonly<Record<string, string>>;
  /** The available data formats. */
  readonly formats?: readonly DataFormat[];
  /** Whether it covers the store as a whole, whatever owner was chosen. */
  readonly isOfStore?: boolean;
  /** Whether a reader that is confined to some owners lacks it, because it cannot be narrowed. */
  readonly isWhole?: boolean;
  /** Whether it is for statements in SQL, which a reader may lack. */
  readonly isSql?: boolean;
  /** Loads the page's module on first use. */
  readonly load: () => Promise<Answering>;
}

export type DataFormat = (typeof DATA_FORMATS)[number];

/** The repository named in a path, as spelled in the store. Fails with `absent` if the store does not contain it. */
export function requireRepo(store: Browsing, params: Readonly<Record<string, string>>): string {
  const name = `${params['owner'] ?? ''}/${params['repo'] ?? ''}`;
  const repo = isCloneName(name) ? store.clone(name)?.name : store.repositoryName(name);
  if (repo === undefined) {
    throw new Failure('absent', `Cannot show "${name}": no loaded archive has this repository`, {
      hint: 'The home page lists the repositories',
    });
  }
  return repo;
}
