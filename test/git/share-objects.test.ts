import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGitStage } from '../../src/git/git-stage.ts';
import { keepRepository } from '../../src/load/keep-repository.ts';
import { folderNameOfList, listOfRepository, listRepositoryFiles } from '../../src/load/repository-files.ts';
import { foldersIn, gitFolderPath } from '../../src/store/file-folders.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import {
  bytesBelow,
  contentOf,
  noise,
  type ObjectFormat,
  openGrowingRepository,
  packsOf,
  rot,
} from './support/growing-repository.ts';
import { git, searchPath } from './support/make-repository.ts';
import { filesOf, sendFolder } from './support/stage-folder.ts';

/** A repository of which snapshots are kept, each next to the former ones. */
function openScene(objectFormat: ObjectFormat = 'sha1') {
  const root = temporaryFolder();
  const folders = foldersIn(root);
  mkdirSync(folders.git);
  const kept: string[] = [];
  async function keep(bare: string, path = searchPath) {
    const directory = join(root, `stage-${kept.length}`);
    mkdirSync(directory);
    const stage = createGitStage({ directory, searchPath: path });
    sendFolder(stage, bare, 'repositories/mira/lantern.git');
    const [staged] = (await stage.finish()).repositories;
    if (staged === undefined) {
      throw new Error('nothing was staged');
    }
    const { folder } = await keepRepository(staged, { folders, formerFolder: kept.at(-1), stage });
    expect(filesOf(directory)).toEqual([]);
    kept.push(folder);
    return gitFolderPath(folders, folder);
  }
  return { ...openGrowingRepository(objectFormat), folders, kept, keep };
}

const inodeOf = (path: string) => statSync(path).ino;

describe('shareObjects()', () => {
  it.each(['sha1', 'sha256'] as const)(
    'keeps what is new, and nothing that is gone, of %s',
    async (format) => {
      const scene = openScene(format);
      const originals: string[] = [];
      const paths: string[] = [];
      const next = async (isLoose = false) => {
        const bare = scene.exported({ isLoose });
        originals.push(contentOf(bare, format));
        paths.push(await scene.keep(bare));
      };
      for (let index = 0; index < 20; index += 1) {
        writeFileSync(join(scene.work, `${index}.txt`), noise(index));
      }
      scene.commit('a.txt', 'one');
      git(scene.work, 'tag', '-a', 'v1', '-m', 'one');
      await next(true);
      const firstBytes = bytesBelow(scene.folders.git);
      scene.commit('a.txt', 'two');
      git(scene.work, 'branch', 'soon-gone');
      await next();
      const bytes = bytesBelow(scene.folders.git);
      for (const word of ['three', 'four', 'five']) {
        scene.commit('a.txt', word);
        git(scene.work, 'update-ref', 'refs/pull/1/merge', 'HEAD');
        git(scene.work, 'reset', '-q', '--hard', 'HEAD~1');
        scene.commit('b.txt', word);
        await next(word === 'four');
      }
      expect(bytesBelow(scene.folders.git) - bytes).toBeLessThan(firstBytes / 4);
      git(scene.work, 'checkout', '-q', '--orphan', 'anew');
      git(scene.work, 'commit', '-q', '-m', 'history was rewritten');
      git(scene.work, 'branch', '-qD', 'main', 'soon-gone');
      git(scene.work, 'tag', '-d', 'v1');
      await next();
      expect(new Set(paths).size).toBe(6);
      for (const [index, path] of paths.entries()) {
        expect(contentOf(path, format)).toBe(originals[index]);
      }
    },
  );

  it('shares the packs of any history, and every snapshot is complete and exact', {
    timeout: 120_000,
  }, async () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('commit' as const), name: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ type: fc.constantFrom('rewrite' as const, 'branch' as const, 'remove' as const) }),
      fc.record({ type: fc.constant('keep' as const), isLoose: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const scene = openScene();
        scene.commit('a', noise(0));
        const snapshots: (readonly [path: string, content: string])[] = [];
        for (const [index, each] of steps.entries()) {
          if (each.type === 'commit') {
            scene.commit(each.name, noise(index));
          } else if (each.type === 'rewrite') {
            git(scene.work, 'commit', '-q', '--amend', '--allow-empty', '-m', `anew ${index}`);
          } else if (each.type === 'branch') {
            git(scene.work, 'branch', '-f', `b${index % 3}`);
          } else if (each.type === 'remove') {
            const names = git(scene.work, 'for-each-ref', '--format=%(refname)', 'refs/heads/b*');
            for (const name of names.split('\n').filter(Boolean)) {
              git(scene.work, 'update-ref', '-d', name);
            }
          } else {
            const bare = scene.exported({ isLoose: 'isLoose' in each && each.isLoose });
            snapshots.push([await scene.keep(bare), contentOf(bare, 'sha1')]);
          }
        }
        for (const [path, content] of snapshots) {
          expect(contentOf(path, 'sha1')).toBe(content);
        }
      }),
      { numRuns: 5 },
    );
  });

  it('joins packs before there are too many', { timeout: 60_000 }, async () => {
    const scene = openScene();
    scene.commit('a', noise(0));
    let [path, bare] = ['', ''];
    for (let week = 0; week < 18; week += 1) {
      scene.commit('b', `week ${week}`);
      bare = scene.exported();
      path = await scene.keep(bare);
      expect(packsOf(path).length).toBeLessThanOrEqual(16);
    }
    expect(contentOf(path, 'sha1')).toBe(contentOf(bare, 'sha1'));
    const first = gitFolderPath(scene.folders, scene.kept[0] ?? '');
    const inodes = packsOf(path).map((name) => inodeOf(join(path, name)));
    expect(inodes).toContain(inodeOf(join(first, packsOf(first)[0] ?? '')));
  });

  it('stores an unchanged repository once, however often it is kept', async () => {
    const scene = openScene();
    scene.commit('a', noise(0));
    const bare = scene.exported();
    await scene.keep(bare);
    await scene.keep(bare);
    scene.commit('b', 'new');
    const newer = scene.exported();
    await scene.keep(newer);
    await scene.keep(newer);
    git(newer, 'repack', '-adfq', '--window=1');
    await scene.keep(newer);
    expect(new Set(scene.kept.slice(0, 2)).size).toBe(1);
    expect(new Set(scene.kept.slice(2)).size).toBe(1);
  });

  it('keeps a repository as it came without git, and if something is odd about it', async () => {
    const scene = openScene();
    scene.commit('a', noise(0));
    await scene.keep(scene.exported());
    scene.commit('b', 'new');
    const bare = scene.exported();
    const [pack = ''] = packsOf(bare);
    const isAsItCame = (path: string) =>
      readFileSync(join(path, pack)).equals(readFileSync(join(bare, pack)));
    expect(isAsItCame(await scene.keep(bare, temporaryFolder()))).toBe(true);
    git(bare, 'update-ref', 'refs/heads/x', 'main');
    writeFileSync(join(bare, 'refs', 'heads', 'x'), 'no id\n');
    expect(isAsItCame(await scene.keep(bare))).toBe(true);
  });

  it('takes nothing from a former repository that is damaged', async () => {
    const scene = openScene();
    scene.commit('a', noise(0));
    const first = await scene.keep(scene.exported());
    const [pack = ''] = packsOf(first);
    rot(join(first, pack));
    scene.commit('b', 'new');
    const bare = scene.exported();
    const path = await scene.keep(bare);
    expect(contentOf(path, 'sha1')).toBe(contentOf(bare, 'sha1'));
  });

  it('does not trust the packs of an archive, whose objects may differ from their ids', async () => {
    const scene = openScene();
    scene.commit('a', noise(0));
    const forged = scene.exported();
    const [pack = ''] = packsOf(forged);
    // A pack that is damaged, and whose index is not: as it came in an archive.
    rot(join(forged, pack));
    await scene.keep(forged);
    scene.commit('b', 'new');
    const bare = scene.exported();
    const path = await scene.keep(bare);
    expect(contentOf(path, 'sha1')).toBe(contentOf(bare, 'sha1'));
  });

  it('does not believe an archive that its packs were proved', async () => {
    const scene = openScene();
    scene.commit('a', noise(0));
    const bare = scene.exported();
    const refs = readFileSync(join(bare, 'packed-refs'), 'utf8').replace(/^#.*\n/, '');
    writeFileSync(join(bare, 'packed-refs'), `# pack-refs with: proved-packs \n${refs}`);
    const path = await scene.keep(bare);
    expect(readFileSync(join(path, 'packed-refs'), 'utf8')).toBe(refs.replaceAll(/^\^.*\n/gm, ''));
  });

  it('loses nothing of a repository that git cannot pack', async () => {
    const scene = openScene();
    scene.commit('a', noise(0));
    await scene.keep(scene.exported());
    scene.commit('b', 'new');
    const bare = scene.exported({ isLoose: true });
    const loose = filesOf(bare).filter((name) => /^objects\/[0-9a-f]{2}\//.test(name));
    appendFileSync(join(bare, loose[0] ?? ''), 'rest', { mode: 0o600 });
    writeFileSync(join(bare, loose[1] ?? ''), 'not an object', { mode: 0o600 });
    const path = await scene.keep(bare);
    for (const name of loose) {
      expect(readFileSync(join(path, name)).equals(readFileSync(join(bare, name)))).toBe(true);
    }
    expect(filesOf(path).filter((name) => name.includes('tmp_'))).toEqual([]);
    expect(existsSync(`${path}.ids`)).toBe(false);
  });

  it('makes files that can be made durable by a user who is not root', async () => {
    const scene = openScene();
    scene.commit('a', noise(0));
    await scene.keep(scene.exported());
    scene.commit('b', 'new');
    const path = await scene.keep(scene.exported());
    const made = filesOf(path).filter((name) => statSync(join(path, name)).nlink === 1);
    expect(made.some((name) => name.endsWith('.pack'))).toBe(true);
    expect(made.filter((name) => (statSync(join(path, name)).mode & 0o200) === 0)).toEqual([]);
  });

  it.each(['cut short', 'of another pack', 'of another version'])(
    'loses no pack whose index is %s',
    async (fault) => {
      const scene = openScene();
      scene.commit('a', noise(0));
      const first = scene.exported();
      await scene.keep(first);
      const bare = scene.exported();
      scene.commit('b', noise(1));
      git(scene.work, 'push', '-q', bare, 'main:refs/heads/extra');
      git(bare, 'repack', '-dq');
      git(bare, 'pack-refs', '--all');
      const [old = ''] = packsOf(first);
      const pack = packsOf(bare).find((name) => name !== old) ?? '';
      const indexOf = (name: string) => join(bare, name.replace(/pack$/, 'idx'));
      const bytes = readFileSync(indexOf(pack));
      const changed = {
        'cut short': bytes.subarray(0, -5),
        'of another pack': readFileSync(indexOf(old)),
        'of another version': Buffer.concat([bytes.subarray(0, 7), Buffer.of(9), bytes.subarray(8)]),
      };
      rmSync(indexOf(pack));
      writeFileSync(indexOf(pack), changed[fault as keyof typeof changed]);
      const path = await scene.keep(bare);
      expect(readFileSync(join(path, pack)).equals(readFileSync(join(bare, pack)))).toBe(true);
    },
  );

  it('takes no link that is in a former repository', async () => {
    const scene = openScene();
    scene.commit('a', noise(0));
    const bare = scene.exported();
    const first = await scene.keep(bare);
    const [pack = ''] = packsOf(first);
    const elsewhere = join(temporaryFolder(), 'elsewhere.pack');
    renameSync(join(first, pack), elsewhere);
    symlinkSync(elsewhere, join(first, pack));
    const list = listOfRepository(await listRepositoryFiles(first, undefined));
    const renamed = folderNameOfList(list);
    renameSync(first, gitFolderPath(scene.folders, renamed));
    scene.kept.push(renamed);
    scene.commit('b', 'new');
    const path = await scene.keep(scene.exported());
    expect(packsOf(path).filter((name) => lstatSync(join(path, name)).isSymbolicLink())).toEqual([]);
  });

  it('shares what a service exports as loose objects', { timeout: 60_000 }, async () => {
    const scene = openScene();
    let text = noise(0, 15_000);
    for (let index = 0; index < 30; index += 1) {
      text = `${text.slice(0, 500 * index)}line ${index}\n${text.slice(500 * index)}`;
      scene.commit('a', text);
    }
    await scene.keep(scene.exported({ isLoose: true }));
    const second = await scene.keep(scene.exported({ isLoose: true }));
    scene.commit('a', `${text}more`);
    const third = await scene.keep(scene.exported({ isLoose: true }));
    scene.commit('a', `${text}and more`);
    const fourth = await scene.keep(scene.exported({ isLoose: true }));
    const inodes = packsOf(third).map((name) => inodeOf(join(third, name)));
    expect(packsOf(fourth).some((name) => inodes.includes(inodeOf(join(fourth, name))))).toBe(true);
    expect(second).not.toBe(third);
  });
});
