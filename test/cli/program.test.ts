import { getMaxListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { invocationOf, runSatchel } from '../../src/cli/program.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { createRecordedContext } from './support/recorded-context.ts';

let directory: string;

beforeAll(async () => {
  directory = temporaryFolder();
});

async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  terminal: { readonly terminalColumns?: number } = {},
) {
  const context = createRecordedContext({ env: { XDG_DATA_HOME: directory, ...env }, ...terminal });
  const status = await runSatchel(args, context);
  return { status, out: context.out(), err: context.err() };
}

describe('runSatchel()', () => {
  it('lets any number of calls wait on its signal without a warning', async () => {
    const context = createRecordedContext({ env: {} });
    expect(await runSatchel(['--version'], context)).toBe(0);
    expect(getMaxListeners(context.signal)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('runSatchel() with variables', () => {
  it('names a missing token file: its path is not a secret', async () => {
    const path = join(directory, 'no-such-token');
    const { status, err } = await run(['rate-limit', '--base-url', 'http://127.0.0.1:9/'], {
      SATCHEL_TOKEN_FILE: path,
      SATCHEL_BASE_URL: 'http://127.0.0.1:9/',
    });
    expect([status, err.includes(path)]).toEqual([10, true]);
  });

  it.each(['~', '$HOME', `\${HOME}`])(
    'begins a path with %s at home, wherever it is written',
    async (home) => {
      const name = `${home}/none`;
      const config = join(directory, 'satchel.yaml');
      await writeFile(config, `vault: ${name}\n`);
      const path = join(directory, 'none');
      const ways: readonly (readonly [readonly string[], Readonly<Record<string, string>>])[] = [
        [['vault', 'list', `--vault=${name}`], {}],
        [['vault', 'list'], { SATCHEL_VAULT: name }],
        [['vault', 'list'], { SATCHEL_CONFIG: config }],
        [['vault', 'list'], { SATCHEL_CONFIG: `${home}/satchel.yaml`, SATCHEL_VAULT: '' }],
        [['tables', '--db', name], {}],
        [['load', name], {}],
        [['diff', name, 'other'], {}],
        [['rate-limit', '--base-url', 'http://127.0.0.1:9/', '--token-file', name], {}],
      ];
      for (const [args, env] of ways) {
        const { err } = await run(args, { HOME: directory, ...env });
        expect([args, err.replaceAll('\n', ' ')]).toEqual([args, expect.stringContaining(`"${path}"`)]);
      }
      expect((await run(['vault', 'list', `--vault=./${name}`], { HOME: directory })).err).toContain(
        `/${name}"`,
      );
    },
  );

  it('counts an empty variable as one that is not set', async () => {
    const { err } = await run(['vault', 'list'], { HOME: directory, SATCHEL_CONFIG: '', SATCHEL_VAULT: ' ' });
    expect(err).toContain('No vault was named');
  });

  it('gives the password of the reader another variable than the token of the service', async () => {
    const tokenFile = join(directory, 'token');
    await writeFile(tokenFile, 'secret\n');
    const { status, err } = await run(['browse', join(directory, 'none.db'), '--host', '0.0.0.0'], {
      SATCHEL_TOKEN_FILE: tokenFile,
    });
    expect(status).toBe(2);
    expect(err).toContain('anyone who can reach it could read the store. Give --password-file');
    expect(await run(['browse', '--token-file', tokenFile])).toMatchObject({ status: 2 });
  });

  it('leaves lists alone if another command has a flag of that name', async () => {
    const { err } = await run(['issue', 'list', '--db', join(directory, 'none.db')], {
      SATCHEL_STATE: '/var/lib/satchel/state.json',
    });
    expect(err).not.toContain('is invalid');
  });

  it('prints failures as JSON by the variable of the command as well', async () => {
    const args = ['query', '--db', join(directory, 'none.db'), 'select 1'];
    for (const variable of ['SATCHEL_JSON', 'SATCHEL_QUERY_JSON']) {
      const { out } = await run(args, { [variable]: '1' });
      expect(JSON.parse(out)).toMatchObject({ message_type: 'exit_error', code: 'absent' });
    }
  });
});

describe('runSatchel() with a command of another place', () => {
  it.each([
    [['import', 'a.tar.gz'], '"satchel vault import"'],
    [['prune'], '"satchel vault prune"'],
    [['check'], '"satchel vault check" or "satchel config check"'],
    [['frget'], '"satchel vault forget"'],
    [['vault', 'search', 'x'], '"satchel search"'],
    [['serch', 'x'], 'search'],
    [['help', 'import'], '"satchel vault import"'],
    [['help', 'serch'], '"satchel search"'],
  ])('says for %j which one is probably meant', async (args, meant) => {
    const { status, err } = await run(args);
    expect([status, err.replace(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining(`Did you mean ${meant}?`),
    ]);
  });

  it('guesses nothing where a dozen commands have the name', async () => {
    expect((await run(['list'])).err).not.toContain('Did you mean');
  });
});

describe('runSatchel() with words that name nothing', () => {
  it.each([
    [['nosuch']],
    [['nosuch', '--help']],
    [['nosuch', '-h', '--version']],
    [['vault', 'nosuch', '--help']],
    [['schedule', 'nosuch', '-h']],
    [['help', 'nosuch']],
    [['help', 'vault', 'nosuch']],
    [['vault', 'help', 'nosuch']],
  ])('ends %j with the status of a usage error', async (args) => {
    const { status, out } = await run(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
  });

  it.each([
    ['--help', 'satchel'],
    ['help', 'satchel'],
    ['help help', 'satchel'],
    ['vault --help', 'satchel vault'],
    ['vault help', 'satchel vault'],
    ['vault help help', 'satchel vault'],
    ['help vault', 'satchel vault'],
    ['vault list --help', 'satchel vault list'],
    ['vault help list', 'satchel vault list'],
    ['help vault list', 'satchel vault list'],
    ['help query', 'satchel query'],
  ])('answers "%s" with the help of %s', async (words, command) => {
    const { status, out, err } = await run(words.split(' '));
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(new RegExp(`^Usage: ${command} [<[]`));
  });

  it('names an unknown help topic', async () => {
    const { err } = await run(['help', 'nosuch']);
    expect(err).toBe('satchel: There is no command or help topic "nosuch". See "satchel --help".\n');
  });

  it('names the help of the command whose flags are wrong', async () => {
    const { err } = await run(['schedule', 'install']);
    expect(err).toContain('See "satchel schedule install --help".');
  });

  it('lists neither "help" nor "[options]" below a command', async () => {
    const { out } = await run(['export', '--help']);
    expect(out).toContain('  start ');
    expect(out).not.toMatch(/\[options\]|^ +help/m);
  });

  it('says where flags belong, and which subcommand is missing', async () => {
    expect((await run(['--vault', 'x', 'backup'])).err).toContain(
      'Flags go after the command: satchel backup --vault',
    );
    const { status, out } = await run(['vault'], { SATCHEL_JSON: '1' });
    expect(status).toBe(2);
    expect(JSON.parse(out).message).toContain('A subcommand is missing');
  });

  it('prints its version for the word as for the flag', async () => {
    const { out } = await run(['--version']);
    for (const word of ['version', '-v', '-V']) {
      expect((await run([word])).out).toBe(out);
    }
  });
});

describe('runSatchel() with numbers out of their range', () => {
  const STORE = ['--db', 'none.db'];

  it.each([
    ['browse', 'none.db', '--port', '99999'],
    ['browse', 'none.db', '--port', '65536'],
    ['open', 'none.tar.gz', '--port', '99999'],
    ['sandbox', '--port', '99999'],
    ['sandbox', '--port', '-1'],
    ['schedule', 'run', '--port', '99999'],
    ['schedule', 'list', '--count', '0'],
    ['schedule', 'list', '--count', '99999999999'],
    ['sandbox', '--output', 'x.tar.gz', '--now', '0001-01-01'],
    ['sandbox', '--output', 'x.tar.gz', '--now', '+275760-09-13'],
    ['load', 'none.tar.gz', '--taken-at', '-271821-04-20'],
    ['load', 'none.tar.gz', '--taken-at', '2026-02-30'],
    ['load', 'none.tar.gz', '--taken-at', '2026-06-03'],
    ['load', 'none.tar.gz', '--taken-at', '2026-06-01T02:00:00Z'],
    ['vault', 'import', 'none.tar.gz', '--vault', 'none', '--taken-at', '2026-06-01T02:00:00Z'],
    ['issue', 'list', ...STORE, '--limit', '0'],
    ['search', 'x', ...STORE, '--limit', '0'],
    ['log', '--vault', 'none', '--limit', '0'],
    ['export', 'list', '--limit', '0'],
    ['export', 'start', '--pushed-since', '2026-02-30'],
    ['events', 'list', '--limit', '0'],
    ['issue', 'list', ...STORE, '--limit', '99999999999999999999'],
    ['query', 'select 1', ...STORE, '--timeout', '99999999999d'],
    ['status', '--vault', 'none', '--max-age', '99999999d'],
    ['backup', '--vault', 'none', '--at-once', '0'],
    ['backup', '--vault', 'none', '--split', '1e3'],
    ['export', 'status', 'abc'],
  ])('refuses %s %s %s %s %s %s', async (...args) => {
    const { status, err } = await run(args.filter((arg) => arg !== undefined));
    expect(err).toMatch(/^satchel: .*(?:it must be|There is no flag)/);
    expect(status).toBe(2);
  });

  it('names the argument that is wrong', async () => {
    const { err } = await run(['export', 'status', 'abc']);
    expect(err).toBe(
      'satchel: Cannot read <id> "abc": it must be a whole number. See "satchel export status --help".\n',
    );
  });
});

describe('runSatchel() on a terminal', () => {
  it('writes as on a usual terminal if the width is unknown', async () => {
    for (const args of [['--help'], ['query', '--list'], ['permissions']]) {
      const usual = await run(args, { TERM: 'xterm' }, { terminalColumns: 80 });
      expect(usual.out.length).toBeGreaterThan(200);
      expect((await run(args, { TERM: 'xterm' }, { terminalColumns: 0 })).out).toBe(usual.out);
    }
  });

  it('accepts --color of every command', async () => {
    expect(await run(['query', '--list', '--color', 'sometimes'])).toMatchObject({ status: 2 });
    expect(await run(['query', '--list', '--color', 'always'])).toMatchObject({ status: 0 });
  });
});

describe('satchel query --show', () => {
  it('is JSON with --json', async () => {
    const { out } = await run(['query', 'stale-pull-requests', '--show']);
    const { out: json } = await run(['query', 'stale-pull-requests', '--show', '--json']);
    expect(JSON.parse(json)).toEqual({ name: 'stale-pull-requests', sql: out });
  });
});

describe('runSatchel() with a command line that is wrong', () => {
  it.each([
    [['export', 'download', '7', '--force'], 'There is no flag "--force"', 'export download'],
    [['vault', 'lst'], 'There is no command "lst". Did you mean list?', 'vault'],
    [['issue', 'list', '--limt', '3'], 'There is no flag "--limt". Did you mean --limit?', 'issue list'],
    [['backup', 'here'], '"backup" takes no arguments, but 1 was given', 'backup'],
    [['verify', 'a', 'b'], '"verify" takes 1 argument, but 2 were given', 'verify'],
    [['verify'], 'The argument <archive> is missing', 'verify'],
    [['query', '--db'], '--db needs a value: --db <file>', 'query'],
    [['issue', 'list', '--limit', '0'], 'Cannot set --limit to "0": it must be', 'issue list'],
    [['issue', 'list', '--author', '@ME'], 'Cannot set --author to "@ME": a store has no', 'issue list'],
    [['pr', 'list', '--assignee', '@me'], 'Cannot set --assignee to "@me": a store has no', 'pr list'],
    [['release', 'list', '-A', '@me'], 'Cannot set --author to "@me": a store has no', 'release list'],
    [['search', 'x', '--sort', "it's"], 'Cannot set --sort to "it\'s": it must be one of ', 'search'],
    [['export', 'delete', '-n', 'x'], 'Cannot read <id> "x": it must be a whole number', 'export delete'],
  ])('puts %j in one sentence with the help to read', async (args, sentence, command) => {
    const { status, err, out } = await run(args);
    expect(err.startsWith(`satchel: ${sentence}`)).toBe(true);
    expect(err.endsWith(` See "satchel ${command} --help".\n`)).toBe(true);
    expect([status, out, err.match(/\n/g)?.length]).toEqual([2, '', 1]);
  });

  it.each([
    [['verify', '--identity-file', 'key.txt', 'a.tar.gz'], '--identity-file took "a.tar.gz" as well'],
    [['search', '--account', 'mira', 'sensor', '--json'], '--account took "sensor" as well'],
    [['verify', '--identity-file', 'key.txt'], 'See "satchel verify --help"'],
  ])('says for %j which flag may have taken the missing argument', async (args, advice) => {
    const { status, err } = await run(args);
    expect(err).toMatch(/^satchel: The argument <\w+> is missing\. /);
    expect(err).toContain(advice);
    expect(status).toBe(2);
  });

  it('names the variable that holds a wrong value', async () => {
    const { err } = await run(['issue', 'list'], { SATCHEL_ISSUE_LIST_LIMIT: 'many' });
    expect(err).toContain('Cannot set --limit to "many", as SATCHEL_ISSUE_LIST_LIMIT says: it must be');
  });

  it('says the same to programs', async () => {
    const { out } = await run(['verify', '--json']);
    expect(JSON.parse(out)).toEqual({
      message_type: 'exit_error',
      code: 'usage',
      exit_status: 2,
      message: 'The argument <archive> is missing',
      hint: 'See "satchel verify --help"',
    });
  });
});

it.each([
  ['an installed program', '/usr/bin/satchel', {}, 'satchel'],
  ['a built one', '/home/mira/satchel/dist/cli/main.js', {}, 'node satchel/dist/cli/main.js'],
  ['npm run', '/home/mira/dist/cli/main.js', { npm_lifecycle_event: 'demo' }, 'node dist/cli/main.js'],
  ['npx', '/x/.bin/satchel', { npm_lifecycle_event: 'npx', npm_config_package: '' }, 'npx --no satchel'],
  [
    'npx from a file',
    '/x/.bin/satchel',
    { npm_lifecycle_event: 'npx', npm_config_package: './satchel.tgz' },
    'npx --package ./satchel.tgz satchel',
  ],
])('invocationOf() names next steps as %s is typed', (_, script, env, words) => {
  expect(invocationOf({ script, env, cwd: '/home/mira' })).toBe(words);
});
