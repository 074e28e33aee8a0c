import { type PageRow, TWIN_FORMATS, type TwinFormat } from './page.ts';
import { decodePart } from './paths.ts';

/** The row that answers a path, and what the path names. */
export interface MatchedPage {
  readonly row: PageRow;
  readonly params: Readonly<Record<string, string>>;
  /** The ending of the twin that is asked for. */
  readonly format: TwinFormat | undefined;
  /** The path without that ending. */
  readonly path: string;
}

export type MatchPage = (path: string) => MatchedPage | undefined;

/** Prepares finding the row of a path: the first that fits, so that special patterns stand before general ones. */
export function createPageMatcher(rows: readonly PageRow[]): MatchPage {
  const patterns = rows.map((row) => ({ row, pattern: compilePattern(row.path) }));
  const find = (path: string, format: TwinFormat | undefined): MatchedPage | undefined => {
    for (const { row, pattern } of patterns) {
      const isServed = format === undefined || row.twins?.includes(format) === true;
      const groups = isServed ? pattern.exec(path) : null;
      if (groups !== null) {
        return { row, format, path, params: decodeAll(groups.groups ?? {}) };
      }
    }
    return undefined;
  };
  return (path) => {
    const [, named, format] = TWIN_ENDING.exec(path) ?? [];
    const stem = named === HOME ? '/' : named;
    const twin = TWIN_FORMATS.find((name) => name === format);
    return (stem === undefined || twin === undefined ? undefined : find(stem, twin)) ?? find(path, undefined);
  };
}

/** What the first page is called where its path, a slash, can carry no ending. */
export const HOME = '/-/home';

const TWIN_ENDING = new RegExp(`^(.*[^/])\\.(${TWIN_FORMATS.join('|')})$`);

/** `:name` is one segment, `:name(\\d+)` one of this form, `*name` all that follows, slashes too. */
export function compilePattern(path: string): RegExp {
  const source = path
    .replace(/:(\w+)\(([^)]+)\)/g, '(?<$1>$2)')
    .replace(/:(\w+)/g, '(?<$1>[^/]+)')
    .replace(/\*(\w+)/g, '(?<$1>.+)');
  return new RegExp(`^${source}/?$`);
}

/** What a pattern found in a path, decoded. */
export function decodeAll(
  groups: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, text]) => (text === undefined ? [] : [[name, decodePart(text)]])),
  );
}
