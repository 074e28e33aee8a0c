import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CheckRepositoryOptions,
  checkRepository,
  type PullRequestHead,
} from '../../src/git/check-repository.ts';
import { listRefs } from '../../src/git/list-refs.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { git, makeEmptyRepository, makeRepository, searchPath } from './support/make-repository.ts';
import { filesOf, stageRepository } from './support/stage-folder.ts';

const RUNS = IS_LONG ? 25 : 5;
const ABSENT_ID = 'e'.repeat(40);

async function codesOf(
  bare: string,
  options: Partial<CheckRepositoryOptions> = {},
): Promise<readonly string[]> {
  const staged = await stageRepository(bare, temporaryFolder());
  const findings = await checkRepository(staged, { searchPath, ...options });
  for (const { entryName, message } of findings) {
    expect(entryName).toBe('repositories/mira/lantern.git');
    expect(message).toMatch(/^In "repositories\/mira\/lantern\.git": /);
    expect(message).not.toContain(staged.directory);
  }
  return findings.map(({ code }) => code);
}

function packOf(bare: string, extension: 'pack' | 'idx'): string {
  const name = readdirSync(join(bare, 'objects', 'pack')).find((file) => file.endsWith(`.${extension}`));
  const path = join(bare, 'objects', 'pack', name ?? '');
  chmodSync(path, 0o644);
  return path;
}

function headOf(sha: string): PullRequestHead {
  return { number: 7, sha, url: 'https://code.example/mira/lantern/pull/7' };
}

type Damage = 'flip' | 'cut' | 'insert' | 'zero';

function damaged(whole: Buffer, place: number, damage: Damage): Buffer {
  const head = whole.subarray(0, place);
  const tail = whole.subarray(place);
  switch (damage) {
    case 'flip':
      return Buffer.concat([head, Buffer.from([(tail[0] ?? 0) ^ 0x10]), tail.subarray(1)]);
    case 'cut':
      return head;
    case 'insert':
      return Buffer.concat([head, Buffer.from([0x2a]), tail]);
    case 'zero':
      return Buffer.concat([head, Buffer.alloc(tail.length)]);
  }
}

describe('checkRepository()', () => {
  it.each([
    ['packed', {}],
    ['loose', { isLoose: true }],
    ['of SHA-256', { objectFormat: 'sha256' }],
    ['loose and of SHA-256', { isLoose: true, objectFormat: 'sha256' }],
  ] as const)('finds nothing in a sound repository, %s', async (_kind, shape) => {
    const bare = makeRepository(temporaryFolder(), shape);
    const pullRequestHeads = [headOf(git(bare, 'rev-parse', 'refs/pull/7/head'))];
    expect(await codesOf(bare, { pullRequestHeads })).toEqual([]);
  });

  it('finds an empty repository remarkable, and misses the heads of its pull requests', async () => {
    const bare = makeEmptyRepository(temporaryFolder());
    expect(await codesOf(bare)).toEqual(['git-empty']);
    expect(await codesOf(bare, { pullRequestHeads: [headOf(ABSENT_ID)] })).toEqual([
      'git-empty',
      'git-head-missing',
    ]);
  });

  it('finds a flipped byte at any place of a pack', async () => {
    const bare = makeRepository(temporaryFolder());
    const path = packOf(bare, 'pack');
    const whole = readFileSync(path);
    for (const place of [5, 20, whole.length >> 1, whole.length - 5]) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(place) ^ 0x41, place);
      writeFileSync(path, bytes);
      expect(await codesOf(bare)).toContain('git-damaged');
    }
  });

  it('finds a pack that is cut short, and an index that is', async () => {
    for (const extension of ['pack', 'idx'] as const) {
      const bare = makeRepository(temporaryFolder());
      const path = packOf(bare, extension);
      writeFileSync(path, readFileSync(path).subarray(0, 300));
      const codes = await codesOf(bare);
      expect(codes).toContain('git-damaged');
      expect(codes).toContain('git-ref-broken');
    }
  });

  it.each([
    ['packed', {}],
    ['loose', { isLoose: true }],
  ] as const)('finds whatever was done to a %s object file', async (_kind, shape) => {
    const staged = await stageRepository(makeRepository(temporaryFolder(), shape), temporaryFolder());
    const objects = filesOf(join(staged.directory, 'objects'))
      .filter((name) => !/\.(?:bitmap|rev)$/.test(name))
      .map((name) => join(staged.directory, 'objects', name));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom<Damage>('flip', 'cut', 'insert', 'zero'),
        async (which, where, damage) => {
          const path = objects[which % objects.length] ?? '';
          const whole = readFileSync(path);
          const bytes = damaged(whole, Math.floor(where * whole.length), damage);
          writeFileSync(path, bytes);
          const findings = await checkRepository(staged, { searchPath });
          writeFileSync(path, whole);
          expect(findings.some(({ severity }) => severity === 'error')).toBe(!bytes.equals(whole));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('finds an object that is missing, and one that is damaged', async () => {
    const bare = makeRepository(temporaryFolder(), { isLoose: true });
    const id = git(bare, 'rev-parse', 'main:first.txt');
    const path = join(bare, 'objects', id.slice(0, 2), id.slice(2));
    const whole = readFileSync(path);
    rmSync(path);
    expect(await codesOf(bare)).toEqual(['git-damaged']);
    writeFileSync(path, whole.subarray(0, 20));
    expect(await codesOf(bare)).toContain('git-damaged');
  });

  it('finds refs whose objects are not there, each by name', async () => {
    const bare = makeRepository(temporaryFolder());
    appendFileSync(join(bare, 'packed-refs'), `${ABSENT_ID} refs/heads/zebra\n`);
    const staged = await stageRepository(bare, temporaryFolder());
    const findings = await checkRepository(staged, { searchPath });
    expect(findings).toEqual([
      {
        code: 'git-ref-broken',
        severity: 'error',
        entryName: 'repositories/mira/lantern.git',
        message: `In "repositories/mira/lantern.git": The ref "refs/heads/zebra" points to the object ${ABSENT_ID}, which is missing`,
      },
    ]);
  });

  it('finds refs without a single object', async () => {
    const bare = makeRepository(temporaryFolder());
    rmSync(packOf(bare, 'pack'));
    rmSync(packOf(bare, 'idx'));
    expect(new Set(await codesOf(bare))).toEqual(new Set(['git-ref-broken']));
  });

  it('finds a dangling HEAD', async () => {
    const bare = makeRepository(temporaryFolder());
    writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/gone\n');
    expect(await codesOf(bare)).toEqual(['git-symref-dangling']);
    writeFileSync(join(bare, 'HEAD'), `${ABSENT_ID}\n`);
    expect(await codesOf(bare)).toEqual(['git-ref-broken']);
  });

  it('finds heads of pull requests that are not there, with the url of the record', async () => {
    const bare = makeRepository(temporaryFolder());
    const staged = await stageRepository(bare, temporaryFolder());
    const pullRequestHeads = [
      headOf(git(bare, 'rev-parse', 'main')),
      { ...headOf(ABSENT_ID), number: 8, url: 'https://code.example/mira/lantern/pull/8' },
      { ...headOf('--batch-all-objects'), number: 9, url: 'https://code.example/mira/lantern/pull/9' },
    ];
    const findings = await checkRepository(staged, { searchPath, pullRequestHeads });
    expect(findings.map(({ code, url }) => [code, url])).toEqual([
      ['git-head-missing', 'https://code.example/mira/lantern/pull/8'],
      ['git-head-missing', 'https://code.example/mira/lantern/pull/9'],
    ]);
  });

  it('calls an old form of history non-canonical, not damaged', async () => {
    const root = temporaryFolder();
    const bare = makeRepository(root);
    const tree = git(bare, 'rev-parse', 'main^{tree}');
    const file = join(root, 'commit');
    writeFileSync(
      file,
      `tree ${tree}\nauthor Mira<mira@example.org> 1 +0000\ncommitter Mira <mira@example.org> 1 +0000\n\nx\n`,
    );
    const id = git(bare, 'hash-object', '-t', 'commit', '-w', '--literally', file);
    git(bare, 'update-ref', 'refs/heads/old', id);
    expect(await codesOf(bare)).toEqual(['git-object-odd']);
  });

  it('does not let replacement refs hide damage', async () => {
    const bare = makeRepository(temporaryFolder(), { isLoose: true });
    const id = git(bare, 'rev-parse', 'main~1');
    git(bare, 'update-ref', `refs/replace/${id}`, git(bare, 'rev-parse', 'main~2'));
    rmSync(join(bare, 'objects', id.slice(0, 2), id.slice(2)));
    expect(await codesOf(bare)).toContain('git-damaged');
  });

  it('ignores the configuration of a hostile repository', async () => {
    const root = temporaryFolder();
    const bare = makeRepository(root);
    const other = makeRepository(temporaryFolder());
    const marker = join(root, 'marker');
    const script = `#!/bin/sh\necho ran >> ${marker}\n`;
    for (const name of ['hooks/post-checkout', 'hooks/reference-transaction', 'program']) {
      mkdirSync(join(bare, 'hooks'), { recursive: true });
      writeFileSync(join(bare, name), script);
      chmodSync(join(bare, name), 0o755);
    }
    appendFileSync(
      join(bare, 'config'),
      `[core]\n\tfsmonitor = ./program\n\thooksPath = hooks\n[alias]\n\tfsck = !./program\n[include]\n\tpath = ${root}/more\n`,
    );
    mkdirSync(join(bare, 'objects', 'info'), { recursive: true });
    writeFileSync(join(bare, 'objects', 'info', 'alternates'), `${join(other, 'objects')}\n`);
    rmSync(packOf(bare, 'pack'));
    rmSync(packOf(bare, 'idx'));
    const directory = temporaryFolder();
    const before = filesOf(root);
    const staged = await stageRepository(bare, directory);
    // The objects are only in the alternate, which is not read: they count as missing.
    const findings = await checkRepository(staged, { searchPath });
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['git-ref-broken']));
    expect(existsSync(marker)).toBe(false);
    expect(filesOf(root)).toEqual(before);
    expect(filesOf(directory).filter((name) => /hook|program|info|logs/.test(name))).toEqual([]);
  });

  it('reads the target of a link in an extracted folder as a ref, and makes no link', async () => {
    const root = temporaryFolder();
    const bare = makeRepository(root);
    const outside = join(root, 'outside');
    writeFileSync(outside, 'not for everybody\n');
    symlinkSync(outside, join(bare, 'refs', 'heads', 'linked'));
    const directory = temporaryFolder();
    const staged = await stageRepository(bare, directory);
    const findings = await checkRepository(staged, { searchPath });
    expect(findings.map(({ code }) => code)).toEqual(['git-ref-broken']);
    expect(filesOf(directory).filter((name) => name.includes('linked'))).toEqual([]);
    expect(readFileSync(outside, 'utf8')).toBe('not for everybody\n');
  });

  it('writes nothing into what it reads', async () => {
    const staged = await stageRepository(makeRepository(temporaryFolder()), temporaryFolder());
    const before = filesOf(staged.directory);
    await checkRepository(staged, { searchPath });
    expect(filesOf(staged.directory)).toEqual(before);
  });

  it('returns no more findings than requested, and counts the rest', async () => {
    const bare = makeRepository(temporaryFolder());
    const pullRequestHeads = Array.from({ length: 10 }, () => headOf(ABSENT_ID));
    expect(await codesOf(bare, { pullRequestHeads, maxFindings: 2 })).toEqual([
      'git-head-missing',
      'git-head-missing',
      'limit-exceeded',
    ]);
  });

  it('reports that git was stopped', async () => {
    const folder = temporaryFolder();
    const program = join(folder, 'git');
    writeFileSync(program, '#!/bin/sh\nexec sleep 60\n');
    chmodSync(program, 0o755);
    const codes = await codesOf(makeRepository(temporaryFolder()), {
      searchPath: `${folder}:${searchPath}`,
      timeoutMs: 20,
    });
    expect(codes).toContain('limit-exceeded');
  });
});

describe('listRefs()', () => {
  it('lists all refs with their objects', async () => {
    const bare = makeRepository(temporaryFolder());
    const staged = await stageRepository(bare, temporaryFolder());
    const refs = await listRefs(staged, { searchPath });
    expect([...refs.keys()]).toEqual([
      'refs/heads/main',
      'refs/heads/side/way',
      'refs/pull/7/head',
      'refs/tags/v1.0',
    ]);
    expect(refs.get('refs/pull/7/head')).toBe(git(bare, 'rev-parse', 'main~1'));
    const listed = git(staged.directory, 'for-each-ref', '--format=%(refname) %(objectname)');
    expect([...refs].map((ref) => ref.join(' ')).join('\n')).toBe(listed);
  });

  it('reads what a stage wrote without git, and leaves to git whatever else there is', async () => {
    const without = { searchPath: temporaryFolder() };
    const staged = await stageRepository(makeRepository(temporaryFolder()), temporaryFolder());
    expect(await listRefs(staged, without)).toEqual(await listRefs(staged, { searchPath }));
    const path = join(staged.directory, 'packed-refs');
    const whole = readFileSync(path, 'latin1');
    const [first = ''] = whole.split('\n');
    for (const more of ['nonsense\n', `${first}\n`, `${'0'.repeat(40)} refs/tags/x\n`, first.slice(0, 30)]) {
      writeFileSync(path, whole + more, 'latin1');
      await expect(listRefs(staged, without)).rejects.toMatchObject({ code: 'git-missing' });
    }
    writeFileSync(path, whole, 'latin1');
    mkdirSync(join(staged.directory, 'refs', 'tags'));
    await expect(listRefs(staged, without)).rejects.toMatchObject({ code: 'git-missing' });
  });
});
