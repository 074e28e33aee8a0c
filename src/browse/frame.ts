import type { html } from 'hono/html';
import type { NumberedKind, ThreadGlance } from '../reading/locate-record.ts';
import type { CodePiece } from './code/highlight-code.ts';

/** The context in which a page is rendered, shared by all of its parts. */
export interface Frame {
  /**
   * The current time in milliseconds since the epoch, for texts like "3 days ago". Not a number in sites, which are read
   * at any time: they have dates.
   */
  readonly nowMs: number;
  /** The path of the page, with its query. */
  readonly path: string;
  readonly links: Links;
  /** The owners that the reader is narrowed to; empty for all. */
  readonly owners: readonly string[];
  /** Whether this reader has the page at a path. */
  hasPage(path: string): boolean;
  /** Renders a user's Markdown. References such as `#12` refer to the repository in `context`. */
  markdown(text: string, context: MarkdownContext): Markup;
  /** Renders the inline code and the emoji of a title; the service shows nothing else of Markdown in titles. */
  title(text: string): Markup;
  /** Highlights pieces of code as HTML lines; undefined for pieces to show without highlighting. */
  highlight(pieces: readonly CodePiece[]): Promise<readonly (readonly string[] | undefined)[]>;
}

export interface MarkdownContext {
  /** `owner/name`; null for texts outside of repositories. */
  readonly repo: string | null;
  /** The file that contains the text; absent for texts of records. */
  readonly file?: TextFile | undefined;
  /** Whether to render the text inline, without paragraphs. */
  readonly isInline?: boolean;
  /** The lines that a suggested change in the text would replace. */
  readonly suggestsFor?: string | undefined;
}

/** A file, as the base of relative links. */
export interface TextFile {
  /** The branch, tag or commit. */
  readonly ref: string;
  readonly path: string;
  readonly isWiki?: boolean;
}

/** Links from records to pages of the reader. */
export interface Links {
  /** The path and anchor of the page for a record's url; undefined if the url refers to nothing in the store. */
  local(url: string): string | undefined;
  /** The page of an issue, pull request or discussion; undefined if the store does not contain it. */
  thread(repo: string, number: number, expected?: NumberedKind): string | undefined;
  /**
   * What a link to an issue, pull request or discussion shows of it; undefined if the store does not contain it. If
   * several have the number, the expected kind decides.
   */
  glance(
    repo: string,
    number: number,
    expected?: NumberedKind,
  ): (ThreadGlance & { readonly path: string }) | undefined;
  /** The page of a repository's milestone with this title; undefined if the store does not contain it. */
  milestone(repo: string, title: string): string | undefined;
  /** The page of a person or organization; undefined if it is unknown. */
  account(login: string): string | undefined;
  /** The page of a team, by its url or as `organization/slug`; undefined if it is unknown. */
  team(name: string): string | undefined;
  /** The login of the author of a commit, by the address or the name that git has; undefined if it is unknown. */
  author(signature: { readonly name: string; readonly email: string }): string | undefined;
  /** The name that an account shows; undefined if it shows none, or is unknown. */
  fullName(login: string): string | undefined;
  /** The path of an account's picture; undefined if it was not kept. */
  picture(login: string): string | undefined;
  /** The url of a repository at its service; undefined if the store does not contain it. */
  home(repo: string): string | undefined;
  /** The page of a repository; undefined if the store does not contain it. */
  repository(repo: string): string | undefined;
  /** The page of a commit; undefined if the repository's git data was not kept. */
  commit(repo: string, sha: string): string | undefined;
  /** A kept upload by the url in texts; undefined if it was not kept. */
  attachment(url: string): LinkedAttachment | undefined;
}

interface LinkedAttachment {
  /** The path of its bytes. */
  readonly path: string;
  readonly contentType: string;
  /** The page that shows it; files of releases have none. */
  readonly page?: string;
}

/** A fragment of a page. `html` of hono/html escapes interpolated strings. */
export type Markup = ReturnType<typeof html>;
