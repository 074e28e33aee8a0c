import { describe, expect, it } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import { writeConfig } from '../../config/support/write-config.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

async function check(text: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const config = await writeConfig(text);
  const context = createRecordedContext({ env });
  const status = await runSatchel(['config', 'check', '--config', config, ...args], context);
  return { status, config, out: context.out().replaceAll(config, 'FILE'), err: context.err() };
}

const GOOD = `vault: v\naccounts: { me: { token: "\${MY_TOKEN}" } }\njobs: { a: { account: me, schedule: "@daily" } }\n`;

describe('satchel config check', () => {
  it('says that all is right', async () => {
    expect(await check(GOOD, [], { MY_TOKEN: 'x' })).toMatchObject({
      status: 0,
      out: 'FILE is valid: 1 account, 1 job, 0 notifications\n',
    });
    expect((await check(GOOD, ['--quiet'], { MY_TOKEN: 'x' })).out).toBe('');
  });

  it('names each fault with its place, as compilers do, and ends with 2', async () => {
    expect(await check('vault: v\nacounts: {}\njobs: { a: { account: me, jitter: 5 } }\n')).toMatchObject({
      status: 2,
      out: `FILE:2:1: "acounts" is not a known setting; did you mean "accounts"?
FILE:3:27: "jobs.a.jitter" must be a text
`,
    });
  });

  it('refuses a schedule that never occurs, but not one of leap years', async () => {
    const scheduled = (schedule: string) => GOOD.replace('@daily', schedule);
    expect(await check(scheduled('0 3 31 2,4 *'), [], { MY_TOKEN: 'x' })).toMatchObject({
      status: 2,
      out: 'FILE:3:27: The schedule "0 3 31 2,4 *" never occurs, because no date matches it\n',
    });
    expect((await check(scheduled('0 3 29 2 *'), [], { MY_TOKEN: 'x' })).status).toBe(0);
  });

  it('refuses clones for a vault in object storage', async () => {
    const text = GOOD.replace('vault: v', 'vault: s3://b/p').replace('"@daily"', '"@daily", clone: [stars]');
    const { status, out } = await check(text, [], { MY_TOKEN: 'x' });
    expect([status, out]).toEqual([
      2,
      expect.stringContaining('Cannot clone into "s3://b/p": clones need a vault in a directory'),
    ]);
  });

  it('refuses variables where they are not replaced', async () => {
    const text = GOOD.replace('vault: v', `vault: "\${WORK}/v"\ndb: $WORK/x.db`).replace(
      'me: {',
      `me: { base_url: "https://\${HOST}",`,
    );
    const { status, out } = await check(text, [], {
      MY_TOKEN: 'x',
      WORK: '/srv',
      HOST: 'code.example.org',
    });
    const words =
      'cannot refer to a variable: only token, password, authorization and url can, and a path can begin with ~ or $HOME';
    expect([status, out]).toEqual([
      2,
      `FILE:1:1: "vault" ${words}\nFILE:2:1: "db" ${words}\nFILE:3:19: "accounts.me.base_url" ${words}\n`,
    ]);
    const hook = `notifications: { a: { type: exec, command: [sh, -c, "echo \${HOME}"] } }\n`;
    expect((await check(`${GOOD}${hook}`, [], { MY_TOKEN: 'x', HOME: '/home/mira' })).status).toBe(0);
  });

  it('warns of variables that are not set here, and ends with 3', async () => {
    expect(await check(GOOD)).toMatchObject({
      status: 3,
      out: expect.stringContaining('FILE: warning: The variable MY_TOKEN is not set here\n'),
    });
  });

  it('gives it to machines as one object', async () => {
    const { status, out } = await check('acounts: {}\n', ['--json']);
    expect([status, JSON.parse(out)]).toEqual([
      2,
      {
        path: 'FILE',
        is_valid: false,
        problems: [
          {
            line: 1,
            column: 1,
            pointer: '/acounts',
            message: '"acounts" is not a known setting; did you mean "accounts"?',
          },
        ],
        warnings: [],
      },
    ]);
  });

  it.each([
    ['encryption: { recipients: [nonsense] }', 'Cannot encrypt for one of the recipients'],
    ['encryption: { recipients_file: [/nowhere/keys] }', '/nowhere/keys'],
    ['{ repositories: [a/b], match: ["a/*"] }', 'both by name and by filter'],
    ['repositories_from: /nowhere/names', '/nowhere/names'],
    ['with: [budgets]', 'only organizations have budgets'],
    ['{ organization: acme, clone: [stars] }', 'only personal accounts have stars'],
    ['{ org_metadata_only: true, lock_repositories: true }', 'only the metadata of an organization'],
  ])('finds what the run would refuse: %s', async (choice, words) => {
    const line = choice.startsWith('{') ? choice.slice(1, -1) : choice;
    const { status, out } = await check(
      `vault: v\naccounts: { me: {} }\njobs:\n  a: { account: me, ${line} }\n`,
    );
    expect([status, out]).toEqual([2, expect.stringContaining(words)]);
    expect(out).toMatch(/FILE:4:\d+: The job "a"/);
  });

  it.each(['token_file', 'app_key_file', 'ca_file'])(
    'warns of a file that cannot be read: %s',
    async (name) => {
      const more = name === 'app_key_file' ? ', app_id: 7' : '';
      const { out } = await check(`vault: v\naccounts: { me: { ${name}: gone-${name}${more} } }\n`);
      expect(out).toMatch(new RegExp(`gone-${name}" cannot be read here`));
    },
  );

  it('warns of an address that is plain once its variable is there, and of files that are not', async () => {
    const text = `vault: v\naccounts: { me: { token_file: gone } }\nnotifications: { chat: { type: slack, url: "\${HOOK}" } }\n`;
    const { status, out } = await check(text, [], { HOOK: 'http://chat.example/secret' });
    expect(status).toBe(3);
    expect(out).toContain('The address of "chat", with HOOK, must begin with https://');
    expect(out).toContain('/gone" cannot be read here');
    expect(out).not.toContain('chat.example');
  });
});
