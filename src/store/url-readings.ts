import { NUMBERED_SECTIONS, UNNUMBERED_SECTIONS } from '../model/url-sections.table.ts';
import { repositoryNameOfPath } from '../model/writer-variations.ts';

const NUMBERED_WORDS: readonly string[] = Object.values(NUMBERED_SECTIONS).flat();

/** Path segments that follow the path of a repository in the URLs of its content. */
const SECTIONS: ReadonlySet<string> = new Set([...NUMBERED_WORDS, ...UNNUMBERED_SECTIONS]);

const NUMBERED = new RegExp(`^.*/(?:${NUMBERED_WORDS.join('|')})/(\\d{1,15})(?:[/#?]|$)`, 's');

const LABEL = /\/labels(?:\/|(#\/))(.*)$/s;

/** Facts that the URL of a record contains. Each reading returns null if the URL does not contain the fact. */
export const URL_READINGS = {
  repo: readRepo,
  number: readNumber,
  login: readLastSegment,
  slug: readSlug,
  labelName: readLabelName,
  isBot: (url) => (url.endsWith('[bot]') ? 1 : 0),
} as const satisfies Record<string, (url: string) => string | number | null>;

export type UrlReadingName = keyof typeof URL_READINGS;

/** `owner/name` from the URL of a repository or its content; other exporters nest groups more deeply. */
function readRepo(url: string): string | null {
  const scheme = url.indexOf('://');
  const start = scheme < 0 ? 0 : url.indexOf('/', scheme + 3) + 1;
  const ownerEnd = start === 0 ? -1 : url.indexOf('/', start);
  if (ownerEnd <= start || ownerEnd === url.length - 1) {
    return null;
  }
  let end = segmentEnd(url, ownerEnd + 1);
  while (end < url.length && url.charCodeAt(end) === SLASH) {
    const next = segmentEnd(url, end + 1);
    if (next === end + 1 || SECTIONS.has(url.slice(end + 1, next))) {
      break;
    }
    end = next;
  }
  return repositoryNameOfPath(url.slice(start, end));
}

/** The host of a url in lower case, with its port; empty if it has none. */
export function hostOf(url: string): string {
  const scheme = url.indexOf('://');
  return scheme < 0 ? '' : url.slice(scheme + 3, segmentEnd(url, scheme + 3)).toLowerCase();
}

const SLASH = 0x2f;
const HASH = 0x23;
const QUESTION_MARK = 0x3f;

function segmentEnd(url: string, start: number): number {
  for (let index = start; index < url.length; index += 1) {
    const code = url.charCodeAt(index);
    if (code === SLASH || code === HASH || code === QUESTION_MARK) {
      return index;
    }
  }
  return url.length;
}

/** The number of the issue, pull request, discussion, milestone or project that the URL refers to. */
function readNumber(url: string): number | null {
  const digits = NUMBERED.exec(url)?.[1];
  return digits === undefined ? null : Number(digits);
}

function readLastSegment(url: string): string | null {
  return decodeSegment(url.slice(url.lastIndexOf('/') + 1)) || null;
}

/** Groups of Bitbucket have their name in the query: `/admin/groups/view?name=all#GRD`. */
function readSlug(url: string): string | null {
  const named = /\?name=([^&#]+)/.exec(url)?.[1];
  return named === undefined ? readLastSegment(url) : decodeSegment(named);
}

/** One exporter writes labels after `labels#/` and spaces as plus signs; the service percent-encodes them. Others name them. */
function readLabelName(url: string): string | null {
  const match = LABEL.exec(url);
  if (match === null) {
    return url === '' || url.includes('://') ? null : url;
  }
  const [, fragment, name = ''] = match;
  return decodeSegment(fragment === undefined ? name : name.replaceAll('+', ' '));
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) {
    return segment;
  }
  try {
    return decodeURIComponent(segment.replaceAll('%00', '\uFFFD'));
  } catch {
    return segment; // A stray percent sign: the undecoded name is better than none.
  }
}
