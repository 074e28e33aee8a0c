import { describe, expect, it } from 'vitest';
import type { RepositorySelection } from '../../src/model/backup-request.ts';
import { scopeOfRequest } from '../../src/vault/scope.ts';

function selectionOf(selection: RepositorySelection): string {
  const migration = { request: { repositories: [] }, isOfMigration: false };
  return scopeOfRequest({ repositories: undefined, selection }, migration).selection;
}

describe('scopeOfRequest()', () => {
  it('says each criterion in words, whatever their order and case', () => {
    const everything: Required<RepositorySelection> = {
      unpushedForMs: 1_500,
      pushedWithinMs: 90 * 86_400_000,
      pushedSinceMs: Date.UTC(2026, 0, 2, 3, 4, 5),
      pushedBeforeMs: Date.UTC(2026, 5, 1),
      ...{ minSizeBytes: 1_024, maxSizeBytes: 2_048, minStars: 1, maxStars: 9 },
      ...{
        owners: ['Mira', 'acme', 'mira'],
        patterns: ['B*', 'a*'],
        except: ['c'],
        visibilities: ['private'],
      },
      ...{ languages: ['Go'], topics: ['cli'], isFork: false, isArchived: true },
    };
    expect(selectionOf(everything).split(', ')).toEqual([
      'repositories by archived only',
      'except "c"',
      'fork no',
      'language "go"',
      'match "a*" "b*"',
      'not pushed for 1.5 s',
      'owner "acme" "mira"',
      'pushed before 2026-06-01T00:00:00Z',
      'pushed since 2026-01-02T03:04:05Z',
      'pushed within 7776000 s',
      'size from 1024',
      'size to 2048',
      'stars from 1',
      'stars to 9',
      'topic "cli"',
      'visibility "private"',
    ]);
    expect(selectionOf({})).toBe('all repositories');
  });
});
