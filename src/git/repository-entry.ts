/** An entry of an archive in the directory of a bare repository, identified by name only. */
export interface RepositoryEntry {
  /** `repositories/owner/name.git`; with nested groups in archives of older exporters. */
  readonly archivePath: string;
  /** `owner/name`; for a wiki, the name of the repository that it belongs to. */
  readonly repository: string;
  readonly isWiki: boolean;
  /** The role of the file in git; undefined for files that a repository does not need or must not bring. */
  readonly file: GitFile | undefined;
}

/** A file of a bare repository that is extracted. */
export type GitFile =
  | { readonly type: 'head' }
  | { readonly type: 'packed-refs' }
  | { readonly type: 'ref'; readonly name: string }
  | GitObjectFile;

/** A pack, a file that belongs to a pack, or a loose object. */
export interface GitObjectFile {
  readonly type: 'pack' | 'pack-index' | 'pack-extra' | 'loose-object';
  /** Consists of fixed words and hexadecimal digits only, so that it is safe to join to a directory. */
  readonly path: string;
  /** Length of the hash in its name: 40 for SHA-1, 64 for SHA-256. */
  readonly hashDigits: number;
}

/** Parses the name of an entry; undefined if it is not in a repository. */
export function readRepositoryEntry(entryName: string): RepositoryEntry | undefined {
  const match = /^repositories\/((?:[^/]+\/)+?[^/]+)\.git\/(.+)$/s.exec(entryName);
  const [, path, inner] = match ?? [];
  if (path === undefined || inner === undefined) {
    return undefined;
  }
  const isWiki = path.endsWith('.wiki');
  return {
    archivePath: `repositories/${path}.git`,
    repository: isWiki ? path.slice(0, -'.wiki'.length) : path,
    isWiki,
    file: readGitFile(inner),
  };
}

/** Ignores config, hooks, alternates, logs and all other files that a service may store in a repository. */
function readGitFile(inner: string): GitFile | undefined {
  if (inner === 'HEAD') {
    return { type: 'head' };
  }
  if (inner === 'packed-refs') {
    return { type: 'packed-refs' };
  }
  return inner.startsWith('refs/') ? { type: 'ref', name: inner } : readObjectFile(inner);
}

const PACK_FILE_TYPES = { pack: 'pack', idx: 'pack-index', rev: 'pack-extra', bitmap: 'pack-extra' } as const;

function readObjectFile(inner: string): GitObjectFile | undefined {
  const [, hash, extension] =
    /^objects\/pack\/pack-([0-9a-f]{40}|[0-9a-f]{64})\.(pack|idx|rev|bitmap)$/.exec(inner) ?? [];
  if (hash !== undefined && isPackExtension(extension)) {
    const path = `objects/pack/pack-${hash}.${extension}`;
    return { type: PACK_FILE_TYPES[extension], path, hashDigits: hash.length };
  }
  const [, head, tail] = /^objects\/([0-9a-f]{2})\/([0-9a-f]{38}|[0-9a-f]{62})$/.exec(inner) ?? [];
  if (head === undefined || tail === undefined) {
    return undefined;
  }
  return { type: 'loose-object', path: `objects/${head}/${tail}`, hashDigits: head.length + tail.length };
}

function isPackExtension(text: string | undefined): text is keyof typeof PACK_FILE_TYPES {
  return text !== undefined && Object.hasOwn(PACK_FILE_TYPES, text);
}
