import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownBytes } from '../../src/base/byte-text.ts';
import { createGitStage } from '../../src/git/git-stage.ts';
import { listRefs } from '../../src/git/list-refs.ts';
import { ANY_CHARACTER } from '../base/support/any-character.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { git, makeEmptyRepository, makeRepository, searchPath } from './support/make-repository.ts';
import { filesOf, sendFile, sendFolder, stageRepository } from './support/stage-folder.ts';

const ID = 'a'.repeat(40);
const OTHER_ID = 'b'.repeat(40);

describe('createGitStage()', () => {
  it('keeps packs and refs of a mirror clone, and writes a new configuration', async () => {
    const bare = makeRepository(temporaryFolder());
    const staged = await stageRepository(bare, temporaryFolder());
    expect(staged).toMatchObject({
      archivePath: 'repositories/mira/lantern.git',
      repository: 'mira/lantern',
      isWiki: false,
      packCount: 1,
      isEmpty: false,
      findings: [],
    });
    expect(git(staged.directory, 'for-each-ref')).toBe(git(bare, 'for-each-ref'));
    expect(readFileSync(join(staged.directory, 'config'), 'utf8')).not.toContain('remote');
    const pattern = /^(?:HEAD|config|packed-refs|objects\/pack\/pack-[0-9a-f]{40}\.(?:pack|idx|rev|bitmap))$/;
    expect(filesOf(staged.directory).filter((name) => !pattern.test(name))).toEqual([]);
  });

  it('keeps loose objects, and packs loose refs', async () => {
    const bare = makeRepository(temporaryFolder(), { isLoose: true });
    expect(filesOf(bare)).toContain('refs/pull/7/head');
    const staged = await stageRepository(bare, temporaryFolder());
    expect(staged).toMatchObject({ packCount: 0, isEmpty: false, findings: [] });
    expect(git(staged.directory, 'for-each-ref')).toBe(git(bare, 'for-each-ref'));
    expect(git(staged.directory, 'log', '--oneline').split('\n')).toHaveLength(3);
  });

  it('keeps refs apart whose names are not UTF-8', async () => {
    const bare = makeRepository(temporaryFolder());
    const id = git(bare, 'rev-parse', 'main');
    const names = ['caf\xe9', 'caf\xe8', '\xc0\xaf', '\xed\xa0\x80', 'caf\xc3\xa9'];
    const lines = names.map((name) => `${id} refs/heads/${name}\n`).join('');
    appendFileSync(join(bare, 'packed-refs'), Buffer.from(lines, 'latin1'));
    const { directory, findings } = await stageRepository(bare, temporaryFolder());
    expect(findings).toEqual([]);
    const refs = readFileSync(join(directory, 'packed-refs'), 'latin1');
    for (const name of names) {
      expect(refs).toContain(`${id} refs/heads/${name}\n`);
    }
    const listed = await listRefs({ directory }, { searchPath });
    expect([...listed.keys()].filter((name) => name.includes('caf')).map(shownBytes)).toEqual([
      'refs/heads/café',
      'refs/heads/caf\\xe8',
      'refs/heads/caf\\xe9',
    ]);
  });

  it('recognizes a repository of SHA-256 by its names', async () => {
    const bare = makeRepository(temporaryFolder(), { objectFormat: 'sha256' });
    const staged = await stageRepository(bare, temporaryFolder());
    expect(git(staged.directory, 'rev-parse', '--show-object-format')).toBe('sha256');
    expect(git(staged.directory, 'rev-parse', 'HEAD')).toHaveLength(64);
  });

  it('distinguishes wikis, nested groups and empty repositories', async () => {
    const empty = makeEmptyRepository(temporaryFolder());
    const stage = createGitStage({ directory: temporaryFolder() });
    sendFolder(stage, empty, 'repositories/mira/lantern.wiki.git');
    sendFolder(stage, empty, 'repositories/group/sub/proj.git');
    const { repositories, findings } = await stage.finish();
    expect(findings).toEqual([]);
    expect(repositories).toMatchObject([
      { repository: 'mira/lantern', isWiki: true, isEmpty: true, findings: [] },
      { repository: 'group/sub/proj', isWiki: false, isEmpty: true, findings: [] },
    ]);
  });

  it('lists a repository of which only useless files came', async () => {
    const stage = createGitStage({ directory: temporaryFolder() });
    expect(sendFile(stage, 'repositories/mira/lantern.git/config', '[core]')).toBe(false);
    const { repositories } = await stage.finish();
    expect(repositories).toMatchObject([{ repository: 'mira/lantern', isEmpty: true }]);
    expect(repositories[0]?.findings.map(({ code }) => code)).toEqual(['git-ref-broken']);
  });

  it.each([
    'config',
    'hooks/pre-commit',
    'hooks/post-update.sample',
    'info/alternates',
    'info/grafts',
    'objects/info/alternates',
    'objects/info/http-alternates',
    'objects/pack/pack-1.pack',
    `objects/pack/pack-${ID}.keep`,
    `objects/pack/pack-${ID}.promisor`,
    `objects/pack/../../pack-${ID}.pack`,
    `objects/aa/${'A'.repeat(38)}`,
    'objects/../HEAD',
    'logs/HEAD',
    'dgit-state',
    'audit_log',
    'HEAD.lock',
    './HEAD',
    'FETCH_HEAD',
    'commondir',
    'gitdir',
    'worktrees/x/HEAD',
  ])('refuses %s', async (name) => {
    const directory = temporaryFolder();
    const stage = createGitStage({ directory });
    expect(sendFile(stage, `repositories/mira/lantern.git/${name}`, 'x')).toBe(false);
    expect(filesOf(directory)).toEqual([]);
  });

  it.each([
    'refs/heads/../../../../outside',
    'refs/../HEAD',
    'refs//heads/x',
    'refs/heads/.hidden',
    'refs/heads/x.lock',
    'refs/heads/x\u0000y',
    'refs/heads/x\ny',
    'refs/heads/a b',
    'refs/heads/x~1',
    'refs/heads/\\..\\x',
    'refs/heads/@{u}',
    'refs/heads/end.',
  ])('skips a ref of the name %j, and reports it', async (name) => {
    const directory = temporaryFolder();
    const stage = createGitStage({ directory });
    sendFile(stage, 'repositories/mira/lantern.git/HEAD', 'ref: refs/heads/main\n');
    sendFile(stage, `repositories/mira/lantern.git/${name}`, `${ID}\n`);
    const { repositories } = await stage.finish();
    expect(repositories[0]?.findings.map(({ code }) => code)).toEqual(['git-ref-broken']);
    expect(repositories[0]?.refCount).toBe(0);
    expect(filesOf(directory)).toEqual(['0.git/HEAD', '0.git/config', '0.git/packed-refs']);
  });

  it('lets a loose ref hide a packed one, and a later entry an earlier one', async () => {
    const stage = createGitStage({ directory: temporaryFolder() });
    const path = 'repositories/mira/lantern.git';
    sendFile(stage, `${path}/HEAD`, 'ref: refs/heads/main\n');
    sendFile(stage, `${path}/refs/heads/main`, `${ID}\n`);
    sendFile(stage, `${path}/packed-refs`, `# pack-refs with: peeled\n${ID} refs/heads/old\n`);
    sendFile(stage, `${path}/packed-refs`, `${OTHER_ID} refs/heads/main\n${ID} refs/tags/v1\n^${OTHER_ID}\n`);
    const { repositories } = await stage.finish();
    const staged = repositories[0];
    expect(staged?.findings).toEqual([]);
    expect(readFileSync(join(staged?.directory ?? '', 'packed-refs'), 'utf8')).toBe(
      `${ID} refs/tags/v1\n${ID} refs/heads/main\n`,
    );
  });

  it('resolves symbolic refs, and reports those that are dangling or circular', async () => {
    const stage = createGitStage({ directory: temporaryFolder() });
    const path = 'repositories/mira/lantern.git';
    sendFile(stage, `${path}/HEAD`, 'ref: refs/heads/gone\n');
    sendFile(stage, `${path}/packed-refs`, `${ID} refs/remotes/origin/main\n`);
    sendFile(stage, `${path}/refs/remotes/origin/HEAD`, 'ref: refs/remotes/origin/main\n');
    sendFile(stage, `${path}/refs/heads/one`, 'ref: refs/heads/two\n');
    sendFile(stage, `${path}/refs/heads/two`, 'ref: refs/heads/one\n');
    sendFile(stage, `${path}/refs/heads/out`, 'ref: ../../../../etc/passwd\n');
    const { repositories } = await stage.finish();
    const staged = repositories[0];
    expect(readFileSync(join(staged?.directory ?? '', 'packed-refs'), 'utf8')).toContain(
      `${ID} refs/remotes/origin/HEAD\n`,
    );
    expect(staged?.findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^git-ref-broken .*refs\/heads\/out/),
      expect.stringMatching(/^git-symref-dangling .*refs\/heads\/one/),
      expect.stringMatching(/^git-symref-dangling .*refs\/heads\/two/),
      expect.stringMatching(/^git-symref-dangling .*HEAD points to "refs\/heads\/gone"/),
    ]);
  });

  it.each([
    ['a line cut short', `${ID} refs/heads/main\n${ID.slice(0, 20)}`],
    ['a line of another hash', `${ID} refs/heads/main\n${'c'.repeat(64)} refs/heads/long\n`],
    ['a name that climbs out', `${ID} refs/heads/main\n${ID} refs/heads/../../x\n`],
    ['bytes that are no text', Buffer.from([0x00, 0xff, 0x0a, ...Buffer.from(`${ID} refs/heads/main\n`)])],
  ])('finds %s in packed-refs, and keeps the rest', async (_fault, content) => {
    const stage = createGitStage({ directory: temporaryFolder() });
    sendFile(stage, 'repositories/mira/lantern.git/HEAD', 'ref: refs/heads/main\n');
    sendFile(stage, 'repositories/mira/lantern.git/packed-refs', content);
    const { repositories } = await stage.finish();
    expect(repositories[0]?.findings.map(({ code }) => code)).toEqual(['git-ref-broken']);
    expect(git(repositories[0]?.directory ?? '', 'rev-parse', 'refs/heads/main')).toBe(ID);
  });

  it('reads packed-refs of any length', async () => {
    const stage = createGitStage({ directory: temporaryFolder() });
    const lines = Array.from({ length: 20_000 }, (_, index) => `${ID} refs/pull/${index}/head\n`);
    sendFile(stage, 'repositories/mira/lantern.git/HEAD', 'ref: refs/pull/19999/head\n');
    sendFile(stage, 'repositories/mira/lantern.git/packed-refs', lines.join(''));
    const { repositories } = await stage.finish();
    expect(repositories[0]).toMatchObject({ refCount: 20_000, findings: [] });
  });

  it('finds a pack without its index and an index without its pack', async () => {
    const stage = createGitStage({ directory: temporaryFolder() });
    const path = 'repositories/mira/lantern.git';
    sendFile(stage, `${path}/HEAD`, 'ref: refs/heads/main\n');
    sendFile(stage, `${path}/objects/pack/pack-${ID}.pack`, 'PACK');
    sendFile(stage, `${path}/objects/pack/pack-${OTHER_ID}.idx`, 'IDX');
    const { repositories } = await stage.finish();
    expect(repositories[0]?.findings.map(({ code }) => code)).toEqual([
      'git-symref-dangling',
      'git-damaged',
      'git-damaged',
    ]);
  });

  it('survives an archive that is truncated inside a file', async () => {
    const directory = temporaryFolder();
    const stage = createGitStage({ directory });
    const path = 'repositories/mira/lantern.git';
    sendFile(stage, `${path}/HEAD`, 'ref: refs/heads/main\n');
    stage.accept(`${path}/refs/heads/main`, 41)?.write(Buffer.from('aaaa'));
    const sink = stage.accept(`${path}/objects/pack/pack-${ID}.pack`, 100);
    sink?.write(Buffer.from('PACK'));
    const { repositories } = await stage.finish();
    expect(repositories[0]).toMatchObject({ refCount: 0, packCount: 1 });
    expect(() => sink?.write(Buffer.from('late'))).not.toThrow();
    expect(readFileSync(join(directory, '0.git', 'objects', 'pack', `pack-${ID}.pack`), 'utf8')).toBe('PACK');
  });

  it('keeps its limits', async () => {
    const stage = createGitStage({
      directory: temporaryFolder(),
      limits: { repositories: 1, refFileBytes: 50, memoryBytes: 700, packedRefsBytes: 100 },
    });
    const path = 'repositories/mira/lantern.git';
    sendFile(stage, `${path}/HEAD`, 'ref: refs/heads/main\n');
    expect(sendFile(stage, `${path}/refs/heads/long`, 'x'.repeat(51))).toBe(false);
    expect(sendFile(stage, `${path}/refs/heads/${'n'.repeat(200)}`, ID)).toBe(false);
    expect(sendFile(stage, `${path}/packed-refs`, 'x'.repeat(101))).toBe(false);
    expect(sendFile(stage, 'repositories/mira/other.git/HEAD', 'ref: refs/heads/main\n')).toBe(false);
    const { repositories, findings } = await stage.finish();
    expect(findings.map(({ code }) => code)).toEqual(['limit-exceeded']);
    expect(repositories).toHaveLength(1);
    expect(repositories[0]?.findings.map(({ code }) => code)).toEqual([
      'git-ref-broken',
      'limit-exceeded',
      'limit-exceeded',
    ]);
  });

  it('never throws and never writes outside of its folder, whatever the names are', async () => {
    const outer = temporaryFolder();
    const directory = join(outer, 'stage');
    mkdirSync(directory);
    const stage = createGitStage({ directory });
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '',
        'HEAD',
        'refs',
        'heads',
        'objects',
        'pack',
        'info',
        'aa',
        'C:',
        '\\..\\x',
      ),
      fc.constantFrom(
        `pack-${ID}.pack`,
        `pack-${ID}.idx`,
        'packed-refs',
        'a'.repeat(38),
        '\u0000',
        '\ud800',
        'x.git',
      ),
      fc.string({ unit: ANY_CHARACTER, maxLength: 12 }),
    );
    const name = fc.oneof(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('/')),
      fc
        .array(part, { minLength: 1, maxLength: 6 })
        .map((parts) => `repositories/o/n.git/${parts.join('/')}`),
      fc
        .array(part, { minLength: 1, maxLength: 6 })
        .map((parts) => `repositories/${parts.join('/')}.git/HEAD`),
    );
    fc.assert(
      fc.property(name, fc.uint8Array({ maxLength: 60 }), (entryName, content) => {
        sendFile(stage, entryName, content);
      }),
      { numRuns: 1_000 },
    );
    await stage.finish();
    expect(filesOf(outer).filter((path) => !SAFE_PATH.test(path))).toEqual([]);
  });
});

const SAFE_PATH =
  /^stage\/\d+\.git\/(?:HEAD|config|packed-refs|objects\/[0-9a-f]{2}\/[0-9a-f]{38}|objects\/pack\/pack-[0-9a-f]{40}\.(?:pack|idx))$/;
