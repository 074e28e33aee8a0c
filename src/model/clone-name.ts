/** Whether a name is that of a cloned gist or starred repository (`-/gists/ID`), rather than of a repository in an archive. */
export function isCloneName(name: string): boolean {
  return name.startsWith('-/');
}
