import { joinWords } from '../../base/text-ends.ts';
import type { Frame } from '../frame.ts';

/** ` in repositories of mira` after a figure of a person, if the reader is narrowed to owners. */
export function inOwnRepositories({ owners }: Pick<Frame, 'owners'>): string {
  return owners.length === 0 ? '' : ` in repositories of ${joinWords(owners)}`;
}
