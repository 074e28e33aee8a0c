import { capitalized } from '../../../base/text-ends.ts';
import { referenceText } from '../../../reading/markdown-text.ts';
import type { Repository } from '../../../reading/read-repositories.ts';
import { cellText } from '../../render/cell-text.ts';
import type { Style } from '../../render/painter.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Units of an age, the longest first; months and years have the average length of the Gregorian calendar. */
const UNITS = [
  ['year', 365.2425 * DAY_MS],
  ['month', 30.436875 * DAY_MS],
  ['day', DAY_MS],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
] as const;

export const THREAD_NOUNS = {
  issue: 'issue',
  pull_request: 'pull request',
} as const;

/** The colour of a state, the same as at the service. */
export function stateStyle(state: string, isDraft: boolean): Style {
  if (isDraft && state === 'open') {
    return 'gray';
  }
  return state === 'open' ? 'green' : state === 'merged' ? 'magenta' : 'red';
}

/** `Open`, `Draft`, `Merged`. */
export function stateText(state: string, isDraft: boolean): string {
  const word = isDraft && state === 'open' ? 'draft' : state;
  return cellText(capitalized(word));
}

/** A sanitized login. */
export function loginText(login: string | null): string {
  return login === null || login === '' ? 'a deleted account' : cellText(login);
}

/** A reference to a thread in the shortest form valid within a repository: `#7`, `acme/app#7`. */
export function nearReference(url: string, repo: string | null): string {
  const text = referenceText(url);
  return cellText(repo !== null && text.startsWith(`${repo}#`) ? text.slice(repo.length) : text);
}

/** The properties that distinguish a release. */
export function marksOf(release: {
  readonly isLatest: boolean;
  readonly isDraft: boolean;
  readonly isPrerelease: boolean;
}): readonly string[] {
  return [
    ...(release.isLatest ? ['Latest'] : []),
    ...(release.isDraft ? ['Draft'] : []),
    ...(release.isPrerelease ? ['Pre-release'] : []),
  ];
}

/** `public`, `private, archived`; empty if the archive does not contain it. */
export function visibilityText({ isPrivate, isArchived }: Repository): string {
  const words = [
    ...(isPrivate === null ? [] : [isPrivate ? 'private' : 'public']),
    ...(isArchived ? ['archived'] : []),
  ];
  return words.join(', ');
}

/** The age of a UTC time: `3 months ago`. Empty for null; an invalid time is returned as it is. */
export function ageText(time: string | null, nowMs: number): string {
  const timeMs = Date.parse(time ?? '');
  if (Number.isNaN(timeMs)) {
    return time ?? '';
  }
  const passedMs = nowMs - timeMs;
  if (passedMs < 0) {
    return (time ?? '').slice(0, 10);
  }
  const unit = UNITS.find(([, unitMs]) => passedMs >= unitMs);
  if (unit === undefined) {
    return 'just now';
  }
  const count = Math.floor(passedMs / unit[1]);
  return `${count} ${unit[0]}${count === 1 ? '' : 's'} ago`;
}

/** `2024-05-06 07:08`; an invalid time is returned as it is. */
export function minuteText(time: string | null): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time ?? '');
  return match === null ? (time ?? 'an unknown time') : `${match[1]} ${match[2]}`;
}
