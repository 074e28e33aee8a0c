import { lastSegment } from '../base/text-ends.ts';
import { type BodyTexts, createBodyTexts } from '../reading/body-text.ts';
import { inlineText } from '../reading/markdown-text.ts';
import type { Database } from '../store/database.ts';
import { type FileFolders, findBlob } from '../store/file-folders.ts';
import { isNewestKept, spellingsOfUrl } from '../store/kept-files.ts';

export const TAR_ROOT = 'tarball://root/';

/**
 * Code in a line, and URLs, with angle brackets, but without the punctuation that ends a sentence or closes a Markdown
 * link.
 */
const ADDRESS =
  /(`+)(?!`).*?[^`]\1(?!`)|(<?)((?:https?:\/\/|tarball:\/\/root\/)[^\s<>"'()[\]]*[^\s<>"'()[\].,;:!?*_~])(>?)/g;

type FoundAddress = [
  found: string,
  ticks: string | undefined,
  open: string,
  url: string,
  close: string,
  at: number,
];

/** What precedes a bare address in a line: neither `](` nor an attribute of HTML. */
const BARE = /(?:^|[\s*_~]|(?:^|[^\]])\()$/;

/** What precedes the target of a reference, in the first characters of its line. */
const REFERENCE = /^ {0,3}\[[^\]]+\]:\s*$/;
const MAX_REFERENCE_LENGTH = 1_000;

/** The new address of an address in a text; undefined if it stays as it is. A path becomes a link with words. */
export type NewAddress = (url: string) => string | undefined;

/** Replaces addresses in Markdown, except in code. */
export type ReplaceAddresses = (text: string, newAddress: NewAddress) => string;

export function createAddressReplacer(texts: BodyTexts = createBodyTexts()): ReplaceAddresses {
  return (text, newAddress) =>
    texts.mapLines(text, (line) =>
      line.replace(ADDRESS, (...[found, ticks, open, url, close, at]: FoundAddress) => {
        const link = ticks === undefined ? newAddress(url) : undefined;
        if (link === undefined) {
          return found;
        }
        const isEnclosed = open !== '' && close !== '';
        const isPath = !/^https?:/.test(link);
        return isPath && (isEnclosed || open === '') && isBare(line, at)
          ? `[${inlineText(decodeURIComponent(lastSegment(link)))}](${link})${isEnclosed ? '' : close}`
          : `${open}${link}${close}`;
      }),
    );
}

/** Uploads by the addresses that texts have. */
export interface KeptUploads {
  /** The URL in the archive of a file that was uploaded under this URL. */
  readonly assetOf: (url: string) => string | undefined;
  /** The digest of a file by its name in the tar, if the store has it. */
  readonly keptDigestOf: (entryName: string) => string | undefined;
}

export function findUploads(db: Database, files: FileFolders): KeptUploads {
  const findAsset = db
    .prepare<[string, string], string>(
      `SELECT asset_url FROM attachments WHERE url = ? UNION ALL
       SELECT asset_url FROM repository_files WHERE url = ? LIMIT 1`,
    )
    .pluck();
  const findKept = db
    .prepare<{ name: string }, string>(
      `SELECT sha256 FROM kept_files AS k WHERE entry_name = :name AND ${isNewestKept(':name')}`,
    )
    .pluck();
  return {
    assetOf: (url) =>
      url.startsWith(TAR_ROOT)
        ? url
        : spellingsOfUrl(url)
            .map((spelled) => findAsset.get(spelled, spelled))
            .find((found) => found !== undefined),
    keptDigestOf(entryName) {
      const sha256 = findKept.get({ name: entryName });
      return sha256 !== undefined && findBlob(files, sha256) !== undefined ? sha256 : undefined;
    },
  };
}

/** True if the place of an address makes it a link without markup; a path there would be plain text. */
function isBare(line: string, at: number): boolean {
  const isTarget = at < MAX_REFERENCE_LENGTH && REFERENCE.test(line.slice(0, at));
  return !isTarget && BARE.test(line.slice(Math.max(0, at - 2), at));
}

/** Encodes a path for a Markdown link without angle brackets, where parentheses would end it. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*~]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/');
}
