import type { html } from 'hono/html';
import type { CodePiece } from './code/highlight-code.ts';

/** What pages are shown with: everything that is the same for all parts of one answer. */
export interface Frame {
  /** Milliseconds since the epoch: what "3 days ago" counts from. */
  readonly nowMs: number;
  /** The path of the page, with its query. */
  readonly path: string;
  readonly links: Links;
  /** Renders Markdown of people: `repo` is where `#12` leads to. */
  markdown(text: string, context: MarkdownContext): Markup;
  /** The lines of each piece of code as HTML in colours; undefined where they are shown as they are. */
  highlight(pieces: readonly CodePiece[]): Promise<readonly (readonly string[] | undefined)[]>;
}

/** Where a text stands. */
export interface MarkdownContext {
  /** `owner/name`; null for texts that belong to no repository. */
  readonly repo: string | null;
  /** The file of a repository that the text is; left out for what people wrote beside the code. */
  readonly file?: TextFile | undefined;
  /** Whether the text stands within a line, where paragraphs cannot. */
  readonly isInline?: boolean;
}

/** A file whose links are relative to where it lies. */
export interface TextFile {
  /** The branch, tag or commit that is read. */
  readonly ref: string;
  readonly path: string;
  /** Whether it is a page of the wiki. */
  readonly isWiki?: boolean;
}

/** Leads from records to pages of the reader. */
export interface Links {
  /**
   * The path of the page for the url of a record, with its anchor; undefined where the url leads out of what the store
   * holds.
   */
  local(url: string): string | undefined;
  /** The page of an issue, a pull request or a discussion; undefined where the store has none of this number. */
  thread(repo: string, number: number): string | undefined;
  /** The page of a person or an organization; undefined where nothing is known of it. */
  account(login: string): string | undefined;
  /** The page of a repository; undefined where the store has none of this name. */
  repository(repo: string): string | undefined;
  /** The page of a commit; undefined where the git data of the repository was not kept. */
  commit(repo: string, sha: string): string | undefined;
  /** The address of a kept upload for the url that a text names it by; undefined where it was not kept. */
  attachment(url: string): { readonly path: string; readonly contentType: string } | undefined;
}

/** A piece of a page. Texts that are put into it are escaped by `html` of hono/html. */
export type Markup = ReturnType<typeof html>;
