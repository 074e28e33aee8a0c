import { withQuery } from '../../paths.ts';

/** Where everything stands that a person wrote, of one kind or of all. */
export function writingsPath(login: string, kind?: string): string {
  return withQuery(`/-/people/${encodeURIComponent(login)}`, { kind });
}
