import { otherQuery } from '../pager.ts';

/** How a page shows a diff, as its address says: `?diff=split&w=1`, as at the service. */
export interface DifferenceOptions {
  readonly isSplit: boolean;
  readonly ignoresWhitespace: boolean;
  /** The keys of files that the reader marked as viewed: `?viewed=0123abcd.4567cdef`. */
  readonly viewed: ReadonlySet<string>;
}

/** Whether an address asks for a diff without changes of whitespace. */
export function ignoresWhitespace(query: URLSearchParams): boolean {
  return query.get('w') === '1';
}

export function differenceOptions(path: string): DifferenceOptions {
  const { searchParams } = new URL(path, 'http://x');
  return {
    isSplit: searchParams.get('diff') === 'split',
    ignoresWhitespace: ignoresWhitespace(searchParams),
    viewed: new Set((searchParams.get('viewed') ?? '').split('.').filter((key) => /^[0-9a-f]{8}$/.test(key))),
  };
}

/** The address of the same diff with a file marked as viewed, or no longer. */
export function viewedPath(path: string, { viewed }: DifferenceOptions, key: string): string {
  const others = viewed.has(key) ? [...viewed].filter((one) => one !== key) : [...viewed, key];
  return otherQuery(path, { viewed: others.length === 0 ? undefined : others.join('.') });
}

/** Files that programs write, by their paths; as at the service, their changes are folded. */
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|composer\.lock|cargo\.lock|gemfile\.lock|poetry\.lock|uv\.lock|pipfile\.lock|go\.sum|flake\.lock|deno\.lock)$|(?:^|\/)(?:node_modules|vendor|dist|__generated__)\/|\.(?:min\.(?:js|css)|(?:js|css)\.map|snap|pb\.go|pb\.cc|pb\.h|designer\.cs)$|_pb2\.py$|\.generated\.\w+$/i;

export function isGenerated(path: string): boolean {
  return GENERATED.test(path);
}
