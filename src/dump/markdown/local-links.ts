import { distinctName, FileNamer } from '../../base/safe-name.ts';
import type { Database } from '../../store/database.ts';
import type { FileFolders } from '../../store/file-folders.ts';
import {
  createAddressReplacer,
  encodePath,
  findUploads,
  type KeptUploads,
  type ReplaceAddresses,
  TAR_ROOT,
} from '../text-addresses.ts';

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

/**
 * Prepares local links for repositories, by their folders in the dump. Uploads are copied to `attachments/` in that
 * folder, with their original names; documents are one folder deeper.
 */
export function prepareLocalLinks(db: Database, files: FileFolders): (folder: string) => LocalLinks {
  const finder = { ...findUploads(db, files), replace: createAddressReplacer() };
  return (folder) => createLocalLinks(folder, finder);
}

function createLocalLinks(
  folder: string,
  { assetOf, keptDigestOf, replace }: KeptUploads & { readonly replace: ReplaceAddresses },
): LocalLinks {
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
    localise: (text) => replace(text, (url) => linkOf(assetOf(url) ?? '')),
    takeFiles() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}
