import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneRepositories } from '../../src/backup/clone-repositories.ts';
import { foldName } from '../../src/base/safe-name.ts';
import type { MirrorRemote } from '../../src/git/mirror.ts';
import { listClones } from '../../src/keeping/kept-clones.ts';
import { openVault } from '../../src/vault/vault.ts';
import { git, makeRepository, searchPath } from '../git/support/make-repository.ts';
import { PATIENCE, serveRepositories } from '../git/support/serve-repositories.ts';
import { temporaryFolder } from '../house/afterwards.ts';

/** Names that are often repaired to the same one, or that some file system takes for the same. */
const NAMES = ['.notes', '_notes', '-notes', 'notes', 'Notes', 'caf\u00e9', 'cafe\u0301'];

const SOURCES = [
  ...NAMES.map((name) => ({ list: 'gists', of: name }) as const),
  ...['ann/.notes', 'ann/_notes', 'ann/-notes', '_ann/notes', 'Ann/notes'].map(
    (of) => ({ list: 'stars', of }) as const,
  ),
];

/** A service where each gist and repository has a commit of its own, and a vault that clones them. */
async function openScene() {
  const root = temporaryFolder();
  const bare = makeRepository(root);
  const fileOf = new Map(SOURCES.map(({ list, of }, index) => [`${list} ${of}`, `${index}.git`]));
  for (const [what, file] of fileOf) {
    execFileSync('cp', ['-r', bare, join(root, file)]);
    const id = git(join(root, file), 'commit-tree', '-m', what, 'main^{tree}');
    git(join(root, file), 'update-ref', 'refs/heads/main', id);
  }
  const server = await serveRepositories(root);
  const { clock } = PATIENCE;
  const vault = await openVault(join(temporaryFolder(), 'vault'), { clock, create: true });
  const names = ['gists', 'stars'] as const;
  const remoteOf = (address: string): MirrorRemote => server.remoteOf(address);
  return {
    vault,
    bareOf: (what: string) => join(root, fileOf.get(what) ?? ''),
    async clone(sources: readonly (typeof SOURCES)[number][]) {
      const captured = names.map((name) => ({
        name,
        records: sources
          .filter(({ list }) => list === name)
          .map(({ list, of }) => ({ of, address: fileOf.get(`${list} ${of}`) }))
          .map(({ of, address }) =>
            name === 'gists'
              ? { id: of, git_pull_url: address }
              : { repo: { full_name: of, clone_url: address } },
          ),
      }));
      return await cloneRepositories(captured, {
        clones: { names, remoteOf },
        vault,
        ...PATIENCE,
        searchPath,
        signal: new AbortController().signal,
        onEvent() {},
      });
    },
    async contents() {
      const { gists, stars } = await listClones(vault);
      const textOf = (path: string) =>
        git(join(vault.directory, 'clones', path), 'log', '--format=%s', '--all', '--not', '--tags');
      return new Map([...gists, ...stars].map((path) => [path, textOf(path)]));
    },
  };
}

describe('cloneRepositories()', () => {
  it('never fetches one repository into the clone of another, whatever their names', async () => {
    const { clone, contents } = await openScene();
    const one = SOURCES.filter((_, index) => index % 3 !== 0);
    expect(await clone(one)).toMatchObject([{ failed: [] }, { failed: [] }]);
    const first = await contents();
    expect(new Set([...first.keys()].map(foldName)).size).toBe(one.length);
    expect(await clone(SOURCES.toReversed())).toMatchObject([
      { failed: [], updated: 0, unchanged: one.filter(({ list }) => list === 'gists').length },
      { failed: [], updated: 0, unchanged: one.filter(({ list }) => list === 'stars').length },
    ]);
    const second = await contents();
    expect([...second.values()].toSorted()).toEqual(
      SOURCES.map(({ list, of }) => `${list} ${of}`).toSorted(),
    );
    expect(new Set([...second.keys()].map(foldName)).size).toBe(SOURCES.length);
    expect([...second]).toEqual(expect.arrayContaining([...first]));
  }, 240_000);
});
