import { utcSeconds } from '../base/run-id.ts';
import { readWindows1252 } from './file-text.ts';
import { unreadable } from './reading/unreadable.ts';
import { isObjectId } from './ref-name.ts';

/** The author or committer of a commit, or the tagger of a tag, with the time. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** In UTC, to the second; null if the time is missing or invalid. */
  readonly at: string | null;
}

export interface Commit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  /** The first paragraph of the message, on one line. */
  readonly subject: string;
  /** The rest of the message. */
  readonly body: string;
  readonly isSigned: boolean;
}

/** Parses the bytes of a commit: header lines, an empty line, the message. */
export function parseCommit(id: string, bytes: Buffer): Commit {
  const text = decodeCommit(bytes);
  const split = text.indexOf('\n\n');
  const head = split < 0 ? text : text.slice(0, split);
  const headers = readHeaders(head);
  const [tree = ''] = headers.get('tree') ?? [];
  if (!isObjectId(tree)) {
    throw unreadable(`the commit ${id}`, 'the commit has no tree');
  }
  const message = split < 0 ? '' : text.slice(split + 2).replace(/^\n+/, '');
  const paragraphEnd = message.search(/\n[ \t]*\n/);
  const first = paragraphEnd < 0 ? message : message.slice(0, paragraphEnd);
  return {
    id,
    tree,
    parents: (headers.get('parent') ?? []).filter(isObjectId),
    author: parseSignature(headers.get('author')?.[0]),
    committer: parseSignature(headers.get('committer')?.[0]),
    subject: first
      .split('\n')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .join(' '),
    body:
      paragraphEnd < 0
        ? ''
        : message
            .slice(paragraphEnd)
            .replace(/^\s*\n/, '')
            .trimEnd(),
    isSigned: headers.has('gpgsig') || headers.has('gpgsig-sha256'),
  };
}

/** Parses `Name <address> seconds zone`, the format of authors and taggers in objects. */
export function parseSignature(line: string | undefined): Signature {
  const [, name = '', email = '', seconds] = /^([^<]*)<([^>]*)>(?:\s+(-?\d{1,15}))?/.exec(line ?? '') ?? [];
  const timeMs = new Date(Number(seconds ?? Number.NaN) * 1000).getTime(); // NaN if it is outside the range of Date.
  return {
    name: name.trimEnd(),
    email,
    at: Number.isNaN(timeMs) ? null : utcSeconds(timeMs),
  };
}

/** Header lines; continuation lines, which start with a space, are skipped. */
function readHeaders(head: string): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (const line of head.split('\n')) {
    const space = line.indexOf(' ');
    if (space > 0) {
      const values = headers.get(line.slice(0, space)) ?? [];
      values.push(line.slice(space + 1));
      headers.set(line.slice(0, space), values);
    }
  }
  return headers;
}

/**
 * Decodes a commit, or a part of one. What is not UTF-8 is read in the encoding that it names, and otherwise in
 * Windows-1252.
 */
export function decodeCommit(bytes: Buffer): string {
  const [, named = 'latin1'] = /^encoding (\S+)$/m.exec(headOf(bytes)) ?? [];
  for (const encoding of /^(?:latin-?1|iso-?8859-?1|(?:windows-|cp)1252)$/i.test(named)
    ? ['utf-8']
    : ['utf-8', named]) {
    try {
      return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      // The next one is tried: it is not in this encoding, or the encoding is unknown.
    }
  }
  return readWindows1252(bytes);
}

function headOf(bytes: Buffer): string {
  const end = bytes.indexOf('\n\n');
  return bytes.toString('latin1', 0, Math.max(0, end));
}
