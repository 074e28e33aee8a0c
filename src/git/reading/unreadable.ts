import { Failure } from '../../base/index.ts';

/** The failure for what a kept repository does not give: `found` is what was found in place of it. */
export function unreadable(what: string, found: string): Failure {
  return new Failure('git-unreadable', `Cannot read ${what}: ${found}`);
}
