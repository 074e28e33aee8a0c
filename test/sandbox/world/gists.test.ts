import { describe, expect, it } from 'vitest';
import { createWorld } from '../../../src/sandbox/world/create-world.ts';
import { createGists } from '../../../src/sandbox/world/gists.ts';
import { formatSeconds } from '../../../src/sandbox/world/timestamps.ts';

describe('createGists()', () => {
  const world = createWorld({
    seed: 'gists',
    dialect: 'service',
    nowMs: Date.UTC(2026, 5, 1),
    repositories: 1,
    issues: 1,
  });
  const gists = createGists(world).map((gist) => [gist.files[0]?.path, gist] as const);

  it.each(gists)('gives %s a history: made without the last line, and changed later', (_, gist) => {
    const times = gist.git.commits.map(({ author }) => formatSeconds(author.timeSeconds * 1_000));
    expect(times).toEqual([gist.createdAt, gist.updatedAt]);
    expect(gist.createdAt < gist.updatedAt).toBe(true);
    const [drafts, changes] = gist.git.commits.map((commit) => commit.changes);
    expect(changes).toEqual(gist.files.map(({ path, text }) => ({ path, text })));
    expect(drafts).toEqual(
      gist.files.map(({ path, text }) => ({ path, text: text.replace(/[^\n]*\n$/, '') })),
    );
  });
});
