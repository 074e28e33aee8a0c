import { decodePart } from '../base/text-ends.ts';
import { DATA_FORMATS, type DataFormat, type PageRow } from './page.ts';

/** The row that matches a path, and its parameters. */
export interface MatchedPage {
  readonly row: PageRow;
  readonly params: Readonly<Record<string, string>>;
  /** The data format given by the extension. */
  readonly format: DataFormat | undefined;
  /** The path without that extension. */
  readonly path: string;
  /** The page of the same kind with the whole path, which is meant if there is one: a name may end in `.json`. */
  readonly whole?: MatchedPage | undefined;
}

export type MatchPage = (path: string) => MatchedPage | undefined;

/** Creates a function that finds the first matching row of a path; specific patterns must come before general ones. */
export function createPageMatcher(rows: readonly PageRow[]): MatchPage {
  const patterns = rows.map((row) => ({ row, pattern: compilePattern(row.path) }));
  const find = (path: string, format: DataFormat | undefined): MatchedPage | undefined => {
    for (const { row, pattern } of patterns) {
      const isServed = format === undefined || row.formats?.includes(format) === true;
      const groups = isServed ? pattern.exec(path) : null;
      if (groups !== null) {
        return { row, format, path, params: decodeAll(groups.groups ?? {}) };
      }
    }
    return undefined;
  };
  return (path) => {
    const [, named, format] = FORMAT_EXTENSION.exec(path) ?? [];
    const stem = named === HOME ? '/' : named;
    const known = DATA_FORMATS.find((name) => name === format);
    const formatted = stem === undefined || known === undefined ? undefined : find(stem, known);
    const whole = find(path, undefined);
    if (formatted === undefined) {
      return whole;
    }
    // Addresses of wiki pages may end in the extension of their file, which does not belong to the name.
    const isName = known !== 'md' && whole?.row === formatted.row;
    return isName ? { ...formatted, whole } : formatted;
  };
}

/** The name of the home page in addresses of data formats, because its path, a slash, cannot have an extension. */
export const HOME = '/-/home';

const FORMAT_EXTENSION = new RegExp(`^(.*[^/])\\.(${DATA_FORMATS.join('|')})$`);

/** `:name` matches one segment, `:name(\\d+)` a segment of this pattern, `*name` the rest of the path. */
export function compilePattern(path: string): RegExp {
  const source = path
    .replace(/:(\w+)\(([^)]+)\)/g, '(?<$1>$2)')
    .replace(/:(\w+)/g, '(?<$1>[^/]+)')
    .replace(/\*(\w+)/g, '(?<$1>.+)');
  return new RegExp(`^${source}/?$`);
}

/** Decodes the named groups of a match. */
export function decodeAll(
  groups: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, text]) => (text === undefined ? [] : [[name, decodePart(text)]])),
  );
}
