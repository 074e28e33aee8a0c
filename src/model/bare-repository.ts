/** The hash algorithm of a git repository. */
export type ObjectFormat = 'sha1' | 'sha256';

/**
 * The configuration that we write for a repository of an archive, whose own is never kept because it may name programs.
 * Git needs it for SHA-256.
 */
export function bareRepositoryConfig(objectFormat: ObjectFormat): string {
  return objectFormat === 'sha256'
    ? '[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = sha256\n'
    : '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';
}

/**
 * True for a path of data in a bare repository: HEAD, refs and objects. Everything else, such as hooks, a configuration
 * or alternates, is never copied.
 */
export function isGitPath(path: string): boolean {
  return /^(?:HEAD|packed-refs|refs(?:\/.*)?|objects(?:\/(?!info(?:\/|$)).*)?)$/s.test(path);
}
