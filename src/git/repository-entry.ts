/** An entry of an archive that lies in the directory of a bare repository, told by its name alone. */
export interface RepositoryEntry {
  /** `repositories/owner/name.git`, also with groups in groups as older exporters write them. */
  readonly archivePath: string;
  /** `owner/name`; of a wiki the name of the repository that it belongs to. */
  readonly repository: string;
  readonly isWiki: boolean;
  /** What the file is to git; undefined for all that a repository can do without or must not bring. */
  readonly file: GitFile | undefined;
}

/** A file of a bare repository that is worth keeping. */
export type GitFile =
  | { readonly type: 'head' }
  | { readonly type: 'packed-refs' }
  | { readonly type: 'ref'; readonly name: string }
  | GitObjectFile;

/** A pack, what belongs to one, or a loose object. */
export interface GitObjectFile {
  readonly type: 'pack' | 'pack-index' | 'pack-extra' | 'loose-object';
  /** Made of fixed words and hexadecimal digits only, so that it is safe to join to a directory. */
  readonly path: string;
  /** Digits of the hash in its name: 40 for SHA-1, 64 for SHA-256. */
  readonly hashDigits: number;
}

/** Reads an entry's name; undefined where it lies in no repository. */
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

/** Config, hooks, alternates, logs and whatever a service keeps beside them are none of these. */
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
