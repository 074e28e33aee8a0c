/**
 * Whether a path inside of a bare repository is its data: HEAD, refs and objects. Whatever else lies there, hooks, a
 * configuration or the way to the objects of others, was not put there by us and is taken nowhere.
 */
export function isGitPath(path: string): boolean {
  return /^(?:HEAD|packed-refs|refs(?:\/.*)?|objects(?:\/(?!info(?:\/|$)).*)?)$/s.test(path);
}
