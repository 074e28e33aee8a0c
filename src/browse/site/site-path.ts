import { createHash } from 'node:crypto';
import { safeName } from '../../base/index.ts';
import { decodePart } from '../paths.ts';
import { PICTURES } from './site-kinds.table.ts';

/** Names that are valid in every file system. */
const PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9._+@-]{0,79}$/;
const DIGITS = 10;

/** The file of a page: a folder for each segment of its path, so that addresses keep their structure. */
export function pageFile(path: string, search: string): string {
  const name = search === '' ? 'index.html' : `page-${digestOf(search)}.html`;
  return [...partsOf(path), name].join('/');
}

/**
 * The file of an upload or a raw file. Files on a disk have no media type, so browsers go by the extension: images get
 * the extension of their type, and files that could be executed are saved as text.
 */
export function bytesFile(path: string, contentType: string): string {
  const parts = partsOf(path);
  const last = parts.at(-1) ?? 'file';
  const picture = PICTURES.get(contentType.split(';')[0]?.trim() ?? '');
  const ending = picture ?? (HARMLESS.test(last) ? '' : '.txt');
  return [...parts.slice(0, -1), ending !== '' && last.endsWith(ending) ? last : `${last}${ending}`].join(
    '/',
  );
}

/** Extensions of files that browsers display safely or download. */
const HARMLESS =
  /\.(?:txt|md|log|csv|json|pdf|zip|gz|tgz|tar|xz|bz2|7z|png|jpe?g|gif|webp|avif|bmp|mp4|webm|mov|mp3|ogg|wav|docx?|xlsx?|pptx?|patch|diff|deb|rpm|dmg|exe|jar|whl)$/i;

/** An alternative name for a file whose name differs from an existing one only in case. */
export function asideFile(file: string): string {
  return file.replace(/(\.[^./]*)?$/, (ending) => `~${digestOf(file)}${ending}`);
}

/** The relative path from one file to another. */
export function relativePath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) {
    shared += 1;
  }
  return [...here.slice(shared).map(() => '..'), ...there.slice(shared)].map(encodeURIComponent).join('/');
}

/** Replaces segments that a file system would change, reject or confuse with others by a digest. */
function partsOf(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map(decodePart)
    .map((part) =>
      PLAIN.test(part) && safeName(part) === part
        ? part
        : `${part.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 40)}~${digestOf(part)}`,
    );
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
}
