import { distinctName, FileNamer } from '../../base/safe-name.ts';
import { type BodyTexts, createBodyTexts } from '../../reading/body-text.ts';
import { inlineText, lastSegment } from '../../reading/markdown-text.ts';
import type { Database } from '../../store/database.ts';
import { type FileFolders, findBlob } from '../../store/file-folders.ts';
import { spellingsOfUrl } from '../../store/kept-files.ts';

/** A file that a document links to, which is copied into the dump. */
export interface LinkedFile {
  /** SHA-256 of the kept file. */
  readonly sha256: string;
  /** Its path in the dump. */
  readonly path: string;
}

/** The uploads of one repository that its documents link to. */
export interface LocalLinks {
  /** Replaces links to uploads by links to copies in the dump, if the store has the files. */
  localise(text: string): string;
  /** The link to a file by its URL in the archive, `tarball://root/…`; undefined if the store does not have it. */
  linkOf(assetUrl: string): string | undefined;
  /** The files that were linked since the last call. */
  takeFiles(): readonly LinkedFile[];
}

const TAR_ROOT = 'tarball://root/';

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

interface FileFinder {
  readonly texts: BodyTexts;
  /** The URL in the archive of a file that was uploaded under this URL. */
  readonly assetOf: (url: string) => string | undefined;
  /** The digest of a file by its name in the tar, if the store has it. */
  readonly keptDigestOf: (entryName: string) => string | undefined;
}

/**
 * Prepares local links for repositories, by their folders in the dump. Uploads are copied to `attachments/` in that
 * folder, with their original names; documents are one folder deeper.
 */
export function prepareLocalLinks(db: Database, files: FileFolders): (folder: string) => LocalLinks {
  const findAsset = db
    .prepare<[string, string], string>(
      `SELECT asset_url FROM attachments WHERE url = ? UNION ALL
       SELECT asset_url FROM repository_files WHERE url = ? LIMIT 1`,
    )
    .pluck();
  const findKept = db
    .prepare<[string], string>(
      `SELECT sha256 FROM kept_files JOIN snapshots ON snapshots.id = snapshot_id
       WHERE entry_name = ? ORDER BY position DESC LIMIT 1`,
    )
    .pluck();
  const finder: FileFinder = {
    texts: createBodyTexts(),
    assetOf: (url) =>
      url.startsWith(TAR_ROOT)
        ? url
        : spellingsOfUrl(url)
            .map((spelled) => findAsset.get(spelled, spelled))
            .find((found) => found !== undefined),
    keptDigestOf(entryName) {
      const sha256 = findKept.get(entryName);
      return sha256 !== undefined && findBlob(files, sha256) !== undefined ? sha256 : undefined;
    },
  };
  return (folder) => createLocalLinks(folder, finder);
}

function createLocalLinks(folder: string, { assetOf, keptDigestOf, texts }: FileFinder): LocalLinks {
  const known = new Map<string, string | undefined>();
  const namer = new FileNamer();
  let fresh: LinkedFile[] = [];
  const addFile = (entryName: string): string | undefined => {
    const sha256 = keptDigestOf(entryName);
    if (sha256 === undefined) {
      return undefined;
    }
    const [name = '', group = ''] = entryName.split('/').reverse();
    const groupName = distinctName(group);
    const path = `attachments/${groupName}/${namer.nameOf(name, { folder: groupName })}`;
    fresh.push({ sha256, path: `${folder}/${path}` });
    return `../${encodePath(path)}`;
  };
  const linkOf = (assetUrl: string) => {
    if (!known.has(assetUrl)) {
      known.set(
        assetUrl,
        assetUrl.startsWith(TAR_ROOT) ? addFile(assetUrl.slice(TAR_ROOT.length)) : undefined,
      );
    }
    return known.get(assetUrl);
  };
  return {
    linkOf,
    localise: (text) =>
      texts.mapLines(text, (line) =>
        line.replace(ADDRESS, (...[found, ticks, open, url, close, at]: FoundAddress) => {
          const link = ticks === undefined ? linkOf(assetOf(url) ?? '') : undefined;
          if (link === undefined) {
            return found;
          }
          const isEnclosed = open !== '' && close !== '';
          return (isEnclosed || open === '') && isBare(line, at)
            ? `[${inlineText(decodeURIComponent(lastSegment(link)))}](${link})${isEnclosed ? '' : close}`
            : `${open}${link}${close}`;
        }),
      ),
    takeFiles() {
      const taken = fresh;
      fresh = [];
      return taken;
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
