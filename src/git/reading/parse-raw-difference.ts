import type { FileDifference } from './file-difference.ts';
import { kindOfMode } from './parse-tree.ts';
import { unreadable } from './unreadable.ts';

/** What the raw part of a difference tells of a file. */
export type RawDifference = Pick<
  FileDifference,
  'status' | 'path' | 'oldPath' | 'kind' | 'modes' | 'oldId' | 'newId'
>;

const STATUSES: Readonly<Record<string, FileDifference['status']>> = {
  A: 'added',
  D: 'removed',
  M: 'changed',
  R: 'renamed',
  C: 'copied',
  T: 'retyped',
};

const HEAD = /^:(\d{6}) (\d{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([A-Z])\d*$/;

/** How many names follow the head of a file. */
export function countNames(head: string): number {
  return /[RC]\d*$/.test(head) ? 2 : 1;
}

/** Reads one file of `--raw -z`: its head, and one name or, where it moved, two. */
export function parseRawDifference(head: string, names: readonly string[]): RawDifference {
  const [, oldMode = '', newMode = '', oldId = '', newId = '', letter = ''] = HEAD.exec(head) ?? [];
  const status = STATUSES[letter];
  const path = names.at(-1);
  if (status === undefined || path === undefined) {
    throw unreadable('a difference', 'git gave an unexpected answer');
  }
  return {
    status,
    path,
    oldPath: names.length > 1 ? (names[0] ?? null) : null,
    kind: kindOfMode(status === 'removed' ? oldMode : newMode),
    modes: status !== 'added' && status !== 'removed' && oldMode !== newMode ? [oldMode, newMode] : null,
    oldId: idOf(oldId),
    newId: idOf(newId),
  };
}

function idOf(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}
