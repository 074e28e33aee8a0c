import { describe, expect, it } from 'vitest';
import { findAdoptable } from '../../src/export/find-adoptable.ts';
import { MIGRATION_SWITCHES, type Migration } from '../../src/model/migrations.ts';

const NOW_MS = Date.UTC(2026, 5, 1, 12);
const MINUTE_MS = 60_000;

const NO_SWITCHES: Migration['switches'] = Object.fromEntries(
  Object.keys(MIGRATION_SWITCHES).map((name) => [name, false]),
);

function migration(id: string, ageMs: number, changes: Partial<Migration> = {}): Migration {
  const at = new Date(NOW_MS - ageMs).toISOString();
  return {
    id,
    guid: `guid-${id}`,
    state: 'exported',
    owner: 'acme',
    repositories: ['acme/app'],
    switches: NO_SWITCHES,
    createdAt: at,
    updatedAt: at,
    url: `https://service.example/migrations/${id}`,
    ...changes,
  };
}

function adopt(candidates: readonly Migration[], exceptIds: readonly string[] = []): string | undefined {
  const request = { repositories: ['acme/app'] };
  const options = { request, repositoryIds: undefined, nowMs: NOW_MS };
  const found = findAdoptable(candidates, { ...options, exceptIds: new Set(exceptIds) });
  return found && String(found.id);
}

describe('findAdoptable()', () => {
  it('takes a migration of up to ten minutes ago, and none of the future', () => {
    expect(adopt([migration('1', 10 * MINUTE_MS)])).toBe('1');
    expect(adopt([migration('1', 10 * MINUTE_MS + 1_000)])).toBeUndefined();
    expect(adopt([migration('1', -48 * 60 * MINUTE_MS)])).toBeUndefined();
  });

  it('takes the newest, or none if that is in the vault', () => {
    const both = [migration('1', 2 * MINUTE_MS), migration('2', MINUTE_MS)];
    expect([adopt(both), adopt(both, ['1']), adopt(both, ['2'])]).toEqual(['2', '2', undefined]);
  });

  it.each<[string, Partial<Migration>]>([
    ['failed', { state: 'failed' }],
    ['has other repositories', { repositories: ['acme/app', 'acme/site'] }],
    ['leaves a switch unstated', { switches: {} }],
    ['leaves releases out', { switches: { ...NO_SWITCHES, excludeReleases: true } }],
  ])('takes none that %s', (_, changes) => {
    expect(adopt([migration('1', MINUTE_MS, changes)])).toBeUndefined();
  });
});
