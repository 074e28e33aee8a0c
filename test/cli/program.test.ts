import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSatchel } from '../../src/cli/index.ts';
import { createRecordedContext } from './support/recorded-context.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'satchel-program-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const context = createRecordedContext({ env: { XDG_DATA_HOME: directory, ...env } });
  const status = await runSatchel(args, context);
  return { status, out: context.out(), err: context.err() };
}

describe('runSatchel() with variables', () => {
  it('gives the password of the reader another variable than the token of the service', async () => {
    const tokenFile = join(directory, 'token');
    await writeFile(tokenFile, 'secret\n');
    const { status, err } = await run(['browse', join(directory, 'none.db'), '--host', '0.0.0.0'], {
      SATCHEL_TOKEN_FILE: tokenFile,
    });
    expect(status).toBe(2);
    expect(err).toContain('everybody who reaches it could read the store. Give --password-file');
    expect(await run(['browse', '--token-file', tokenFile])).toMatchObject({ status: 2 });
  });

  it('leaves lists alone where another command has a flag of that name', async () => {
    const { err } = await run(['issue', 'list', '--db', join(directory, 'none.db')], {
      SATCHEL_STATE: '/var/lib/satchel/state.json',
      SATCHEL_TIMEOUT: '2h',
    });
    expect(err).toContain(
      'SATCHEL_STATE is not read: the variable of --state is SATCHEL_ISSUE_LIST_STATE here.',
    );
    expect(err).not.toContain('is invalid');
    expect(err).not.toContain('SATCHEL_TIMEOUT');
  });

  it.each([
    ['--quiet', ['--quiet'], {}],
    ['the new variable', [], { SATCHEL_QUERY_TIMEOUT: '1s' }],
    ['a hook, which is told things by variables', [], { SATCHEL_OCCASION: 'failure' }],
  ])('says nothing of a former variable with %s', async (_what, flags, env) => {
    const { err } = await run(['query', '--list', ...flags], { SATCHEL_TIMEOUT: '2s', ...env });
    expect(err).toBe('');
  });

  it('prints failures as JSON by the variable of the command as well', async () => {
    const args = ['query', '--db', join(directory, 'none.db'), 'select 1'];
    for (const variable of ['SATCHEL_JSON', 'SATCHEL_QUERY_JSON']) {
      const { out } = await run(args, { [variable]: '1' });
      expect(JSON.parse(out)).toMatchObject({ message_type: 'exit_error', code: 'absent' });
    }
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
  ])('ends %j with the status of a usage error', async (args) => {
    const { status, out } = await run(args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
  });

  it.each([[['--help']], [['vault', '--help']], [['vault', 'list', '--help']], [['help', 'query']]])(
    'answers %j',
    async (args) => {
      const { status, out } = await run(args);
      expect(status).toBe(0);
      expect(out).toContain('Usage: satchel');
    },
  );

  it('says where flags go, and what a group of commands lacks', async () => {
    expect((await run(['--vault', 'x', 'backup'])).err).toContain(
      'flags go behind the command: satchel backup --vault',
    );
    const { status, out } = await run(['vault'], { SATCHEL_JSON: '1' });
    expect(status).toBe(2);
    expect(JSON.parse(out).message).toContain('needs one of its subcommands');
  });

  it('prints its version for the word as for the flag', async () => {
    expect((await run(['version'])).out).toBe((await run(['--version'])).out);
  });
});
