import type { Links } from '../../frame.ts';
import type { Sources } from '../../sources.ts';

/** Repositories that are asked for a number without a repository. */
const MAX_ASKED = 200;

/** A thread that is named by its number. */
export interface NamedThread {
  readonly repo: string;
  readonly number: number;
  readonly found: NonNullable<ReturnType<Links['glance']>>;
}

/**
 * Threads named as in texts: `acme/app#7`, `app#7`, or `#7` and `7` in any repository. That of the current one comes first, then open
 * ones before others, the last changed first.
 */
export function threadsNamed(
  { store, links }: Pick<Sources, 'store' | 'links'>,
  typed: string,
  current?: string,
): readonly NamedThread[] {
  const [, named, digits] = /^(?:([^\s#]+)#|#?)(\d{1,12})$/.exec(typed) ?? [];
  if (digits === undefined) {
    return [];
  }
  const all = store.repositoryNames();
  const asked =
    named === undefined
      ? [...new Set([...(current === undefined ? [] : [current]), ...all.slice(0, MAX_ASKED)])]
      : named.includes('/')
        ? [named]
        : all.filter((repo) => repo.toLowerCase().endsWith(`/${named.toLowerCase()}`)).slice(0, MAX_ASKED);
  const isClosed = ({ found }: NamedThread) => Number(['closed', 'merged'].includes(found.state));
  const changedAt = ({ found }: NamedThread) => found.updatedAt ?? '';
  return asked
    .flatMap((repo) => {
      const found = links.glance(repo, Number(digits));
      return found === undefined ? [] : [{ repo, number: Number(digits), found }];
    })
    .sort(
      (one, other) =>
        Number(other.repo === current) - Number(one.repo === current) ||
        isClosed(one) - isClosed(other) ||
        changedAt(other).localeCompare(changedAt(one)),
    );
}
