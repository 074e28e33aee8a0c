import { createHash } from 'node:crypto';
import type { FileDifference } from '../../../git/file-difference.ts';
import { otherQuery } from '../pager.ts';

/** How a page shows a diff, as its address says: `?diff=split&w=1`, as at the service. */
export interface DifferenceOptions {
  readonly isSplit: boolean;
  readonly ignoresWhitespace: boolean;
  /** The keys of files that the reader marked as viewed: `?viewed=0123abcd.4567cdef`. */
  readonly viewed: ReadonlySet<string>;
  /** The gaps between changes to fill, in order: `?context=0123abcd-37.0123abcd-end`. */
  readonly context: readonly ContextGap[];
}

/** A gap in a file of a diff: above a line of the new version, or below the last change. */
export interface ContextGap {
  /** The key of its file. */
  readonly key: string;
  readonly above: number | 'end';
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
    context: contextGaps(searchParams),
    viewed: new Set((searchParams.get('viewed') ?? '').split('.').filter((key) => /^[0-9a-f]{8}$/.test(key))),
  };
}

const MAX_GAPS = 100;

/** The number of lines of a gap that one step shows. */
export const CONTEXT_STEP = 100;

/** The gaps that an address asks to fill. */
export function contextGaps(query: URLSearchParams): readonly ContextGap[] {
  return (query.get('context') ?? '').split('.', MAX_GAPS).flatMap((text) => {
    const [, key, above] = /^([0-9a-f]{8})-(\d{1,9}|end)$/.exec(text) ?? [];
    return key === undefined || above === undefined
      ? []
      : [{ key, above: above === 'end' ? above : Number(above) }];
  });
}

/** The address of the same diff with one more gap filled: the key of its file, and its place. */
export function contextPath(path: string, { context }: DifferenceOptions, gap: string): string {
  const known = context.map(({ key, above }) => `${key}-${above}`);
  return otherQuery(path, { context: [...known, gap].join('.') });
}

/** The anchor of a file, the same as at the service so that old links work. */
export function anchorOfFile(path: string): string {
  return `diff-${createHash('sha256').update(path).digest('hex')}`;
}

/** A file in addresses, by its anchor. */
export function keyOf(anchor: string): string {
  return anchor.slice('diff-'.length, 'diff-'.length + 8);
}

/** The address of the same diff with a file marked as viewed, or no longer. */
export function viewedPath(path: string, { viewed }: DifferenceOptions, key: string): string {
  const others = viewed.has(key) ? [...viewed].filter((one) => one !== key) : [...viewed, key];
  return otherQuery(path, { viewed: others.length === 0 ? undefined : others.join('.') });
}

/** Files that programs write, by their paths; as at the service, their changes are folded. */
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|composer\.lock|cargo\.lock|gemfile\.lock|poetry\.lock|uv\.lock|pipfile\.lock|go\.sum|flake\.lock|deno\.lock)$|(?:^|\/)(?:node_modules|vendor|dist|__generated__)\/|\.(?:min\.(?:js|css)|(?:js|css)\.map|snap|pb\.go|pb\.cc|pb\.h|designer\.cs)$|_pb2\.py$|\.generated\.\w+$/i;

/** Files with more lines are folded, and such with longer ones: programs write them. */
const FOLDED_LINES = 600;
const MINIFIED_CHARS = 2_000;

/** Why a file is folded; undefined if it is not. */
export function foldReason({ path, addedCount, removedCount, hunks }: FileDifference): string | undefined {
  if (GENERATED.test(path)) {
    return 'generated';
  }
  if (
    hunks.some(({ lines }) => lines.some(({ kind, text }) => kind !== 'same' && text.length > MINIFIED_CHARS))
  ) {
    return 'minified';
  }
  return addedCount + removedCount > FOLDED_LINES ? 'large' : undefined;
}
