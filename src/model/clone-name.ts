/** Whether a name is that of a cloned gist or starred repository (`-/gists/ID`), rather than of a repository in an archive. */
export function isCloneName(name: string): boolean {
  return name.startsWith('-/');
}

/** A title without the folders of clones, which are not part of the names that people know. */
export function withoutCloneFolders(title: string): string {
  return title.replace(/(^| )-\/(?:gists|stars)\//g, '$1');
}
