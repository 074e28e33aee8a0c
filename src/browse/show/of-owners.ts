import { html } from 'hono/html';
import { joinWords } from '../../base/text-ends.ts';
import type { Frame, Markup } from '../frame.ts';
import { ofOwnersPath } from '../paths.ts';
import { TO_OTHERS } from '../serve/prefix-links.ts';

/** ` in repositories of mira` after a figure of a person, if the reader is narrowed to owners. */
export function inOwnRepositories({ owners }: Pick<Frame, 'owners'>): string {
  return owners.length === 0 ? '' : ` in repositories of ${joinWords(owners)}`;
}

/** A link to the same page of all owners, after a sentence about what the chosen ones lack; nothing if people did not choose. */
export function toAllOwners(frame: Frame): Markup | string {
  const { owners, path } = frame;
  return owners.length === 0 || !frame.hasPage(ofOwnersPath(owners, '/'))
    ? ''
    : html` <a href="${path}" ${TO_OTHERS}>Look in all repositories</a>.`;
}
