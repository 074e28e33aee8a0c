import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { checkRepository } from '../../src/git/check-repository.ts';
import { listRefs } from '../../src/git/list-refs.ts';
import { updateMirror } from '../../src/git/mirror.ts';
import { findMirrorDamage } from '../../src/git/mirror-damage.ts';
import { createGitLibrary } from '../../src/git/open-repository.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { git, makeRepository, searchPath } from './support/make-repository.ts';
import { openMirrorScene } from './support/mirror-scene.ts';
import { stageRepository } from './support/stage-folder.ts';

/** What someone can add to a repository, by name; each gets the repository and a program that leaves a mark. */
const PLANTS: Readonly<Record<string, (directory: string, program: string) => void>> = {
  'a configuration with programs'(directory, program) {
    writeFileSync(
      join(directory, 'config'),
      `[core]\n\trepositoryformatversion = 0\n\tbare = true\n[gpg]\n\tprogram = ${program}\n[log]\n\tshowSignature = true\n` +
        `[diff "x"]\n\ttextconv = ${program}\n[filter "x"]\n\tclean = ${program}\n[credential]\n\thelper = ${program}\n`,
    );
    mkdirSync(join(directory, 'info'));
    writeFileSync(join(directory, 'info', 'attributes'), '* diff=x filter=x\n');
  },
  'an included configuration'(directory, program) {
    const other = join(dirname(program), 'other');
    writeFileSync(other, `[diff "x"]\n\ttextconv = ${program}\n`);
    writeFileSync(join(directory, 'config'), `[core]\n\tbare = true\n[include]\n\tpath = ${other}\n`);
  },
  'a configuration for a worktree': (directory) => writeFileSync(join(directory, 'config.worktree'), ''),
  'another common folder': (directory) => writeFileSync(join(directory, 'commondir'), '/tmp\n'),
  attributes(directory) {
    mkdirSync(join(directory, 'info'));
    writeFileSync(join(directory, 'info', 'attributes'), '* diff=x\n');
  },
  grafts(directory) {
    mkdirSync(join(directory, 'info'));
    writeFileSync(join(directory, 'info', 'grafts'), '');
  },
  hooks: (directory) => void mkdirSync(join(directory, 'hooks')),
  modules: (directory) => void mkdirSync(join(directory, 'modules')),
  worktrees: (directory) => void mkdirSync(join(directory, 'worktrees')),
  'old remotes': (directory) => void mkdirSync(join(directory, 'remotes')),
  'a shallow history': (directory) => writeFileSync(join(directory, 'shallow'), ''),
  reftables: (directory) => void mkdirSync(join(directory, 'reftable')),
  'a pseudo ref': (directory) => writeFileSync(join(directory, 'FETCH_HEAD'), ''),
  'a promise of objects'(directory) {
    writeFileSync(join(directory, 'objects', 'pack', `pack-${'0'.repeat(40)}.promisor`), '');
  },
  alternates(directory) {
    mkdirSync(join(directory, 'objects', 'info'), { recursive: true });
    writeFileSync(join(directory, 'objects', 'info', 'alternates'), '/tmp\n');
  },
  'alternates over HTTP'(directory) {
    mkdirSync(join(directory, 'objects', 'info'), { recursive: true });
    writeFileSync(join(directory, 'objects', 'info', 'http-alternates'), 'http://127.0.0.1/\n');
  },
  'a link in place of HEAD': (directory) => linkInPlace(join(directory, 'HEAD')),
  'a link in place of the refs': (directory) => linkInPlace(join(directory, 'refs')),
  'a link in place of the objects': (directory) => linkInPlace(join(directory, 'objects')),
  'a link in place of a folder of packs': (directory) => linkInPlace(join(directory, 'objects', 'pack')),
  'a link among the objects'(directory) {
    symlinkSync('/tmp', join(directory, 'objects', 'aa'));
  },
  'a link among the refs'(directory) {
    mkdirSync(join(directory, 'refs', 'heads'), { recursive: true });
    symlinkSync('/etc/hostname', join(directory, 'refs', 'heads', 'other'));
  },
  'a link in place of itself': linkInPlace,
  'a link in place of its folder': (directory) => linkInPlace(dirname(directory)),
  'a file that names another repository'(directory) {
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'gitdir: /tmp/other.git\n');
  },
};

function linkInPlace(path: string): void {
  const other = `${path}-elsewhere`;
  renameSync(path, other);
  symlinkSync(other, path);
}

function makeProgram(folder: string): { readonly program: string; readonly marker: string } {
  const marker = join(folder, 'marker');
  const program = join(folder, 'program');
  writeFileSync(program, `#!/bin/sh\necho ran >> '${marker}'\ncat\n`);
  chmodSync(program, 0o755);
  return { program, marker };
}

describe('a repository from elsewhere', () => {
  it.each(Object.entries(PLANTS))('is neither read nor checked by git if it has %s', async (_name, plant) => {
    const { program, marker } = makeProgram(temporaryFolder());
    const place = join(temporaryFolder(), 'git');
    const staged = await stageRepository(makeRepository(temporaryFolder()), place);
    plant(staged.directory, program);
    const library = createGitLibrary({ searchPath, clock: createSystemClock() });
    onTestFinished(() => library.close());
    const repository = library.open(staged.directory);
    const refused = {
      code: 'git-unreadable',
      message: expect.stringContaining(basename(staged.directory)),
    };
    await expect(repository.refs()).rejects.toMatchObject(refused);
    await expect(repository.find('main')).rejects.toMatchObject(refused);
    await expect(repository.blame({ commit: 'main', path: 'first.txt' })).rejects.toMatchObject(refused);
    await expect(repository.commit('0'.repeat(40))).rejects.toMatchObject(refused);
    const stream = repository.streamPatches({ from: undefined, to: 'main' });
    await expect(new Response(stream).text()).rejects.toMatchObject(refused);
    await expect(listRefs(staged, { searchPath })).rejects.toMatchObject(refused);
    expect(await checkRepository(staged, { searchPath })).toMatchObject([{ code: 'git-damaged' }]);
    expect(await findMirrorDamage(staged.directory, { searchPath })).toMatch(
      /^Cannot read the git repository/,
    );
    expect(existsSync(marker)).toBe(false);
  });

  it('is read with what git itself and desktops add to it', async () => {
    const staged = await stageRepository(makeRepository(temporaryFolder()), temporaryFolder());
    for (const args of [
      ['repack', '-adq', '--write-midx'],
      ['commit-graph', 'write', '--reachable'],
    ]) {
      git(staged.directory, ...args);
    }
    writeFileSync(join(staged.directory, '.DS_Store'), '');
    writeFileSync(join(staged.directory, 'objects', '._pack'), '');
    expect((await listRefs(staged, { searchPath })).size).toBeGreaterThan(2);
  });
});

describe('a clone from elsewhere', () => {
  async function openScene() {
    const { mirror, bare, options } = await openMirrorScene();
    return { mirror, bare, update: () => updateMirror(mirror, options) };
  }

  it('gets our configuration back before git sees it', async () => {
    const { mirror, update, bare } = await openScene();
    const own = readFileSync(join(mirror, 'config'), 'utf8');
    const { program, marker } = makeProgram(temporaryFolder());
    appendFileSync(
      join(mirror, 'config'),
      `[credential]\n\thelper = ${program}\n[http]\n\tproxy = http://127.0.0.1:1\n[url "http://127.0.0.1:1"]\n\tinsteadOf = http\n`,
    );
    git(bare, 'update-ref', 'refs/heads/new', 'main');
    expect(await update()).toBe('updated');
    expect(readFileSync(join(mirror, 'config'), 'utf8')).toBe(own);
    expect(existsSync(marker)).toBe(false);
  });

  it.each(Object.entries(PLANTS).filter(([name]) => !name.includes('configuration with')))(
    'is not updated if it has %s',
    async (name, plant) => {
      const { mirror, update } = await openScene();
      const { program, marker } = makeProgram(temporaryFolder());
      plant(mirror, program);
      const updating = name === 'an included configuration' ? update() : undefined;
      if (updating === undefined) {
        await expect(update()).rejects.toMatchObject({ code: 'git-unreadable' });
      } else {
        expect(await updating).toBe('unchanged');
      }
      expect(existsSync(marker)).toBe(false);
    },
    20_000,
  );
});
