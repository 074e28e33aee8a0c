/** A thread or repository by its url, as people write it: `acme/app#7`, `acme/app`. Other urls stay as they are. */
export function referenceText(url: string): string {
  const [, path, number] =
    /^[a-z]+:\/\/[^/]+\/(.+?)(?:\/(?:issues|pull|discussions)\/(\d+))?$/.exec(url) ?? [];
  if (path === undefined) {
    return url;
  }
  return number === undefined ? path : `${path}#${number}`;
}

/** What stands behind the last slash: the login of an account's url. */
export function lastSegment(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
