import { Failure } from '../../model/failure.ts';

/** The failure for an unreadable part of a repository: `found` is the reason. */
export function unreadable(what: string, found: string): Failure {
  return new Failure('git-unreadable', `Cannot read ${what}: ${found}`);
}
