import { Failure } from '../base/index.ts';

/**
 * Reads a repository's full name as people type it: blanks around it and a final `.git` are taken off
 * (specification 4.0: `repo` is the name without the extension). Fails with `usage` where it is no `owner/name`.
 */
export function parseRepositoryName(text: string): string {
  const name = plainRepositoryName(text);
  if (!/^[A-Za-z0-9][\w.-]*\/[\w.-]+$/.test(name)) {
    throw new Failure('usage', `Cannot read the repository name "${text.trim()}": it is not OWNER/NAME`, {
      hint: 'Write it as acme/rocket',
    });
  }
  return name;
}

/** A full name without blanks around it and without `.git`. The service's own names can be odder than people's. */
export function plainRepositoryName(text: string): string {
  return text.trim().replace(/\.git$/i, '');
}

/** True where both name one repository: names match without regard to case (specification 4.0). */
export function isSameRepository(a: string, b: string): boolean {
  // Lists of thousands are compared name by name: most differ in length, as names are ASCII.
  return a.length === b.length && a.toLowerCase() === b.toLowerCase();
}
