import { decodePart } from '../../base/text-ends.ts';
import { pathOfSegments, segmentsOf } from '../addresses/location-of.ts';
import type { Links, MarkdownContext } from '../frame.ts';
import { repositoryPath } from '../paths.ts';
import { isShownType, shownTypeOf } from '../show/preview/file-types.table.ts';

/** The resolved target of an address in a text. */
export type ResolvedAddress =
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 'outside'; readonly url: string }
  | { readonly kind: 'anchor'; readonly id: string };

const OUTSIDE = /^(?:https?|mailto|ftp|irc|ircs|xmpp|tel|matrix|magnet|git|ssh):/i;

/** The scheme of addresses that our own rules make: an index in the pages of a place. */
export const PAGE_SCHEME = 'satchel-page:';

const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Resolves the target of a link; undefined for invalid addresses and unsafe schemes (`javascript:`, `data:`). */
export function resolveAddress(written: string, place: MarkdownPlace): ResolvedAddress | undefined {
  // Browsers ignore these characters in addresses, so `java\nscript:` would be executed.
  const address = [...written].filter((character) => character > ' ' && character !== '\u007f').join('');
  if (address === '') {
    return undefined;
  }
  if (address.startsWith('#')) {
    return { kind: 'anchor', id: decodePart(address.slice(1)) };
  }
  if (address.startsWith(PAGE_SCHEME)) {
    const path = place.pages?.[Number(address.slice(PAGE_SCHEME.length))];
    return path === undefined ? undefined : { kind: 'local', path };
  }
  // Browsers treat a backslash as a slash.
  const url = /^[\\/]{2}/.test(address) ? `https:${address.replaceAll('\\', '/')}` : address;
  if (SCHEME.test(url)) {
    const kept = url.startsWith('tarball:') ? place.links.attachment(url) : undefined;
    return kept !== undefined
      ? { kind: 'local', path: kept.page ?? kept.path }
      : OUTSIDE.test(url)
        ? resolveUrl(url, place)
        : undefined;
  }
  const meant = urlInComment(url, place);
  return meant === undefined
    ? { kind: 'local', path: resolveRelative(url, place, 'blob') }
    : resolveUrl(meant, place);
}

/** Media in the archive. */
interface KeptMedia {
  readonly path: string;
  /** The page of an attachment. */
  readonly page?: string | undefined;
}

/** An image in the archive; undefined for other images. */
export function resolveImage(written: string, place: MarkdownPlace): KeptMedia | undefined {
  return resolveMedia(written, place, 'image/');
}

/** The path of a video in the archive; undefined for other videos. */
export function resolveVideo(written: string, place: MarkdownPlace): string | undefined {
  return resolveMedia(written, place, 'video/')?.path;
}

function resolveMedia(
  written: string,
  place: MarkdownPlace,
  kind: 'image/' | 'video/',
): KeptMedia | undefined {
  const address = written.trim();
  const kept = place.links.attachment(urlInComment(address, place) ?? address);
  if (kept !== undefined) {
    return isOfKind(kept.contentType, kind) ? kept : undefined;
  }
  if (place.file === undefined || SCHEME.test(address) || /^[\\/]{2}/.test(address) || address === '') {
    return undefined;
  }
  const path = resolveRelative(address, place, 'raw');
  return isOfKind(shownTypeOf(splitOnce(path)[0]) ?? '', kind) ? { path } : undefined;
}

function isOfKind(contentType: string, kind: string): boolean {
  return contentType.startsWith(kind) && isShownType(contentType);
}

/** Shortens a bare address of the service to `#12` or `owner/name#12`; undefined keeps it unchanged. */
export function shortAddress(url: string, { links, repo }: MarkdownPlace): string | undefined {
  const local = links.local(url);
  const [, named, number, anchor] =
    /^\/([^/]+\/[^/]+)\/(?:issues|pull|discussions)\/(\d+)(#.+)?$/.exec(local ?? '') ?? [];
  if (named !== undefined) {
    const note = anchor === undefined ? '' : ' (comment)';
    return `${isRepo(named, repo) ? '' : decodePart(named)}#${number}${note}`;
  }
  const [, home, sha] = /^\/([^/]+\/[^/]+)\/commit\/([0-9a-f]{40})$/.exec(local ?? '') ?? [];
  return sha === undefined
    ? undefined
    : `${isRepo(home ?? '', repo) ? '' : `${decodePart(home ?? '')}@`}${sha.slice(0, 7)}`;
}

/** Whether the beginning of a path is that of a repository. */
function isRepo(path: string, repo: string | null): boolean {
  return repo !== null && decodePart(path) === repo;
}

function resolveUrl(url: string, { links }: MarkdownPlace): ResolvedAddress {
  const kept = links.attachment(url);
  const path = kept?.page ?? kept?.path ?? links.local(url);
  return path === undefined ? { kind: 'outside', url } : { kind: 'local', path };
}

/**
 * The url at the service of a relative address in a comment; undefined for other addresses and texts. It refers to a
 * file of the default branch, unless it starts with a section of the repository. Uploads of GitLab are below their
 * repository, although their addresses look like those of the host.
 */
function urlInComment(address: string, { repo, file, links }: MarkdownPlace): string | undefined {
  const home = repo === null || file !== undefined ? undefined : links.home(repo);
  if (home === undefined || SCHEME.test(address) || /^(?:#|[\\/]{2}|$)/.test(address)) {
    return undefined;
  }
  const [path, rest] = splitOnce(address);
  const parts = walk([], segmentsOf(path));
  if (/^[\\/]/.test(path) && !UPLOAD.test(path)) {
    return `${new URL(home).origin}${pathOfSegments(parts)}${rest}`;
  }
  const isSection = UPLOAD.test(path) || SECTIONS.has(parts[0] ?? '');
  return `${home}${pathOfSegments(isSection ? parts : ['blob', 'HEAD', ...parts])}${rest}`;
}

const UPLOAD = /^\/uploads\/[0-9a-f]{32}\//;

/**
 * Resolves a relative address in a file like a browser at the service, where texts are below the path of their
 * repository: `../../issues/5` in a README links to an issue.
 */
function resolveRelative(address: string, { repo, file }: MarkdownPlace, view: 'blob' | 'raw'): string {
  if (repo === null || file === undefined) {
    return pathOfSegments(segmentsOf(address));
  }
  const [path, rest] = splitOnce(address);
  const isFromTop = /^[\\/]/.test(path);
  const top = file.isWiki === true ? ['wiki'] : [view, ...file.ref.split('/')];
  const folder = isFromTop ? [] : file.path.split('/').slice(0, -1);
  return `${repositoryPath(repo)}${pathOfSegments(walk([...top, ...folder], segmentsOf(path)))}${rest}`;
}

/** Sections of a repository that relative addresses in comments can refer to. */
const SECTIONS: ReadonlySet<string> = new Set([
  'blob',
  'tree',
  'raw',
  'blame',
  'commit',
  'commits',
  'compare',
  'issues',
  'pull',
  'pulls',
  'discussions',
  'releases',
  'milestone',
  'milestones',
  'labels',
  'wiki',
  'projects',
  'tags',
  'branches',
]);

/** Applies `.`, `..` and names to a path; never leaves the repository. */
function walk(from: readonly string[], steps: readonly string[]): readonly string[] {
  const parts = [...from];
  for (const step of steps) {
    if (step === '..') {
      parts.pop();
    } else if (step !== '.') {
      parts.push(step);
    }
  }
  return parts;
}

function splitOnce(address: string): readonly [string, string] {
  const at = address.search(/[?#]/);
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
}

/** The context of a text, and the resolver of its links. */
export interface MarkdownPlace extends MarkdownContext {
  readonly links: Links;
  /** The pages that our own rules link to in this text. */
  readonly pages?: readonly string[];
  /** Changes with the store; rendered texts are cached per state. */
  readonly state: string;
}
