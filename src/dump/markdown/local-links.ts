import { createFileNamer, type FileNamer, foldName, safeName } from '../../base/index.ts';
import type { Database } from '../../store/index.ts';

/** A file that a document links to, which goes into the dump as well. */
export interface LinkedFile {
  /** SHA-256 of the file beside the store. */
  readonly sha256: string;
  /** Its path in the dump. */
  readonly path: string;
}

/** The uploads of one repository that its documents link to. */
export interface LocalLinks {
  /** The text with links to the dump's own copies, where the store keeps the files; other links stay. */
  localise(text: string): string;
  /** The link to a file by its place in the tar, `tarball://root/…`; undefined where the store does not keep it. */
  linkOf(assetUrl: string): string | undefined;
  /** The files that were linked since the last call. */
  takeFiles(): readonly LinkedFile[];
}

interface LinkOptions {
  readonly db: Database;
  /** The repository's folder in the dump. Its documents lie one folder deeper. */
  readonly folder: string;
  /** Whether the store keeps the file of this digest. */
  readonly hasFile: (sha256: string) => boolean;
}

const TAR_ROOT = 'tarball://root/';

/** Addresses in a text, without the punctuation that ends a sentence or closes a Markdown link. */
const ADDRESS = /https?:\/\/[^\s<>"'()[\]]*[^\s<>"'()[\].,;:!?*_~]/g;

/** Prepares local links for one repository: uploads go to `attachments/` in its folder, under the names they had. */
export function createLocalLinks({ db, folder, hasFile }: LinkOptions): LocalLinks {
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
  const known = new Map<string, string | undefined>();
  const namers = new Map<string, FileNamer>();
  let fresh: LinkedFile[] = [];
  const addFile = (entryName: string): string | undefined => {
    const sha256 = findKept.get(entryName);
    if (sha256 === undefined || !hasFile(sha256)) {
      return undefined;
    }
    const [name = '', group = ''] = entryName.split('/').reverse();
    const groupName = safeName(group);
    const namer = namers.get(foldName(groupName)) ?? createFileNamer();
    namers.set(foldName(groupName), namer);
    const path = `attachments/${groupName}/${namer.nameOf(name)}`;
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
      text.replace(ADDRESS, (url) => {
        const assetUrl = findAsset.get(url, url);
        return assetUrl === undefined ? url : (linkOf(assetUrl) ?? url);
      }),
    takeFiles() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}

/** A path as a Markdown link takes it without brackets: parentheses would end it. */
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
