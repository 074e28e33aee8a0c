import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectRepositories } from '../../src/backup/select-repositories.ts';
import type { RepositorySummary } from '../../src/endpoints/repositories.ts';
import type { RepositorySelection } from '../../src/model/backup-request.ts';

function repository(fullName: string, changes: Partial<RepositorySummary> = {}): RepositorySummary {
  return {
    id: 1,
    fullName,
    isPrivate: false,
    isFork: false,
    isArchived: false,
    visibility: 'public',
    language: 'Go',
    topics: ['cli', 'backup'],
    sizeKib: 2_048,
    stars: 12,
    pushedAt: '2026-05-01T00:00:00Z',
    ...changes,
  };
}

const WEB = repository('acme/web-shop');
const MIB = 1024 ** 2;
const NOW_MS = Date.parse('2026-06-01T00:00:00Z');

/** Why a selection excludes a repository; undefined if it is selected. */
function refusalOf(selection: RepositorySelection, subject = WEB): string | undefined {
  const [verdict] = selectRepositories([subject], selection, NOW_MS);
  return verdict?.isTaken === true ? undefined : verdict?.reason;
}

describe('selectRepositories()', () => {
  it.each<[RepositorySelection, string]>([
    [{ owners: ['mira'] }, 'it belongs to acme'],
    [{ patterns: ['acme/api-*', 'docs'] }, 'no pattern matches its name'],
    [{ except: ['x', 'WEB-*'] }, 'it matches the exception "WEB-*"'],
    [{ visibilities: ['private', 'internal'] }, 'it is public'],
    [{ isFork: true }, 'it is not a fork'],
    [{ isArchived: true }, 'it is not archived'],
    [{ languages: ['Rust'] }, 'its language is Go'],
    [{ topics: ['games'] }, 'it has none of the requested topics'],
    [{ pushedSinceMs: NOW_MS }, 'it was last pushed to at 2026-05-01T00:00:00Z'],
    [{ pushedBeforeMs: NOW_MS - 90 * 86_400_000 }, 'it was last pushed to at 2026-05-01T00:00:00Z'],
    [{ pushedWithinMs: 30 * 86_400_000 }, 'it was last pushed to at 2026-05-01T00:00:00Z'],
    [{ pushedSinceMs: 0, pushedWithinMs: 30 * 86_400_000 }, 'it was last pushed to at 2026-05-01T00:00:00Z'],
    [
      { pushedBeforeMs: NOW_MS, unpushedForMs: 32 * 86_400_000 },
      'it was last pushed to at 2026-05-01T00:00:00Z',
    ],
    [{ unpushedForMs: 32 * 86_400_000 }, 'it was last pushed to at 2026-05-01T00:00:00Z'],
    [{ minSizeBytes: 2 * MIB + 1 }, 'its size is 2.00 MiB'],
    [{ maxSizeBytes: 2 * MIB - 1 }, 'its size is 2.00 MiB'],
    [{ minStars: 13 }, 'it has 12 stars'],
    [{ maxStars: 11 }, 'it has 12 stars'],
  ])('leaves out by %j, and says why', (selection, reason) => {
    expect(refusalOf(selection)).toBe(reason);
  });

  it.each<[RepositorySelection]>([
    [{}],
    [{ owners: ['ACME'] }],
    [{ patterns: ['Acme/Web-*'] }],
    [{ patterns: ['*-shop'] }],
    [{ patterns: ['acme/*'], except: ['acme/api'] }],
    [{ visibilities: ['public'] }],
    [{ isFork: false, isArchived: false }],
    [{ languages: ['rust', 'go'] }],
    [{ topics: ['CLI'] }],
    [{ pushedSinceMs: Date.parse('2026-05-01'), pushedBeforeMs: NOW_MS }],
    [{ pushedWithinMs: 31 * 86_400_000, unpushedForMs: 30 * 86_400_000 }],
    [{ minSizeBytes: 2 * MIB, maxSizeBytes: 2 * MIB }],
    [{ minStars: 12, maxStars: 12 }],
  ])('takes by %j', (selection) => {
    expect(refusalOf(selection)).toBeUndefined();
  });

  it('leaves out forks and archived repositories on request', () => {
    expect(refusalOf({ isFork: false }, repository('a/b', { isFork: true }))).toBe('it is a fork');
    expect(refusalOf({ isArchived: false }, repository('a/b', { isArchived: true }))).toBe('it is archived');
  });

  it('includes repositories without enough information, and reports them', () => {
    const bare = { isPrivate: undefined, isFork: undefined, isArchived: undefined, visibility: undefined };
    const amounts = { sizeKib: undefined, stars: undefined };
    const unknown = repository('a/b', { ...bare, ...amounts, pushedAt: undefined, language: undefined });
    for (const selection of [
      { isFork: false },
      { isArchived: true },
      { visibilities: ['private'] },
      { pushedSinceMs: NOW_MS },
      { minSizeBytes: 1 },
      { maxStars: 0 },
      { languages: ['Go'] },
    ]) {
      const [verdict] = selectRepositories([unknown], selection, NOW_MS);
      expect(verdict).toMatchObject({
        isTaken: true,
        reason: expect.stringMatching(/^the service does not/),
      });
    }
    expect(refusalOf({ isFork: false, except: ['b'] }, unknown)).toBe('it matches the exception "b"');
  });

  it('infers the visibility of a private repository', () => {
    const old = repository('a/b', { visibility: undefined, isPrivate: true });
    expect(refusalOf({ visibilities: ['private'] }, old)).toBeUndefined();
    expect(refusalOf({ visibilities: ['public'] }, old)).toBe('it is private');
  });

  it('matches names that begin with a dot, but not owners by a pattern for names', () => {
    expect(refusalOf({ patterns: ['*'] }, repository('acme/.profile'))).toBeUndefined();
    expect(refusalOf({ patterns: ['acme'] })).toBe('no pattern matches its name');
  });

  it('gives one reason for each, in order, and excludes no more for a smaller request', () => {
    const some = fc.array(fc.constantFrom('a', 'b', 'ab', 'b-a'), { minLength: 1, maxLength: 5 });
    const selections = fc.record(
      { patterns: some, except: some, languages: some, isFork: fc.boolean() },
      { requiredKeys: [] },
    );
    const subjects = fc.array(
      fc.record({ name: fc.constantFrom('a', 'b', 'ab', 'b-a'), isFork: fc.boolean() }),
    );
    fc.assert(
      fc.property(subjects, selections, (found, selection) => {
        const list = found.map(({ name, isFork }) => repository(`acme/${name}`, { isFork, language: name }));
        const verdicts = selectRepositories(list, selection, NOW_MS);
        expect(verdicts.map((verdict) => verdict.repository)).toEqual(list.map(({ fullName }) => fullName));
        expect(verdicts.every(({ isTaken, reason }) => isTaken !== (reason !== ''))).toBe(true);
        const { except: _, ...less } = selection;
        const wider = selectRepositories(list, less, NOW_MS);
        expect(verdicts.every(({ isTaken }, index) => !isTaken || wider[index]?.isTaken)).toBe(true);
      }),
    );
  });
});
