/** The hash that names the objects of a git repository. */
export type ObjectFormat = 'sha1' | 'sha256';

/**
 * The only configuration that a repository of an archive gets from us: of its own nothing is kept, as it may name
 * programs. Git takes a bare repository without one too, but reads SHA-256 only where the configuration says so.
 */
export function bareRepositoryConfig(objectFormat: ObjectFormat): string {
  return objectFormat === 'sha256'
    ? '[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = sha256\n'
    : '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';
}

/**
 * Whether a path inside of a bare repository is its data: HEAD, refs and objects. Whatever else lies there, hooks, a
 * configuration or the way to the objects of others, was not put there by us and is taken nowhere.
 */
export function isGitPath(path: string): boolean {
  return /^(?:HEAD|packed-refs|refs(?:\/.*)?|objects(?:\/(?!info(?:\/|$)).*)?)$/s.test(path);
}
