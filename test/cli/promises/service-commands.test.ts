import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/cli/context.ts';
import { startFrontService } from '../support/front-service.ts';
import { createRecordedContext } from '../support/recorded-context.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

describe('commands of the rest of the service', () => {
  let bench: CliBench;
  let org: string;
  let db: string;

  beforeAll(async () => {
    bench = await openCliBench();
    org = bench.sandbox.ready.organization;
    db = join(bench.directory, 'captured.db');
  });

  /** Changes to a context that make it use another token. */
  function as(token: keyof CliBench['sandbox']['ready']['tokens']): Partial<Context> {
    const env = {
      SATCHEL_TOKEN: bench.sandbox.ready.tokens[token],
      XDG_DATA_HOME: join(bench.directory, 'data'),
      PATH: process.env['PATH'] ?? '',
    };
    const { clock: _, ...changes } = createRecordedContext({ env });
    return changes;
  }

  async function query(sql: string): Promise<string> {
    return (await bench.run(['query', sql, '--db', db, '--csv'])).out.replaceAll('\r\n', ' ').trim();
  }

  it('events list --capture keeps a feed once', async () => {
    const args = ['events', 'list', '--feed', 'public', '--limit', '5', '--capture', '--db', db];
    const first = await bench.call(args);
    expect(first.status).toBe(0);
    expect(first.err).toContain('Captured 5 events: 5 new');
    expect(first.out.trimEnd().split('\n')).toHaveLength(6);
    const second = await bench.call([...args, '--json']);
    expect(second.err).toContain('5 as before');
    expect(JSON.parse(second.out)).toHaveLength(5);
    expect(await query('SELECT count(*), count(DISTINCT feed) FROM events')).toBe(
      'count(*),count(DISTINCT feed) 5,1',
    );
  });

  it('a list whose second page fails has written the first, and says so', async () => {
    const front = await startFrontService(bench.sandbox.ready.base_url, (answer, { path }) => {
      if (path.includes('second')) {
        Object.assign(answer, { status: 403, body: { message: 'Not any more' } });
      } else if (path.includes('/alerts')) {
        answer.headers['link'] = `<${front.url}${path.replace(/^\/api\/v3/, '')}&after=second>; rel="next"`;
      }
    });
    const list = ['alerts', 'list', '--org', org, '--base-url', front.url];
    const whole = JSON.parse((await bench.call(['alerts', 'list', '--org', org, '--json'])).out);
    expect(whole.length).toBeGreaterThan(1);
    const cut = `The list is incomplete: it ends after ${whole.length} items.\n`;

    const json = await bench.run([...list, '--json']);
    expect([json.status, json.err]).toEqual([
      4,
      expect.stringContaining(`${cut}satchel: Cannot list the alerts`),
    ]);
    const lines = json.out.trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ message_type: 'exit_error', exit_status: 4 });
    expect(() => JSON.parse(lines.slice(0, -1).join('\n'))).toThrow('JSON');
    expect(JSON.parse(`${lines.slice(0, -1).join('\n')}]`)).toEqual(whole);

    const numbers = whole.map(({ number }: { readonly number: number }) => `${number}\n`).join('');
    const filtered = await bench.run([...list, '--jq', '.[].number']);
    expect([filtered.status, filtered.out]).toEqual([4, numbers]);

    const captured = await bench.run([
      ...list,
      '--csv',
      '--capture',
      '--db',
      join(bench.directory, 'cut.db'),
    ]);
    expect([captured.status, captured.out.trimEnd().split('\r\n').length]).toEqual([4, whole.length + 1]);
    expect(captured.err).toContain(cut);
    expect(existsSync(join(bench.directory, 'cut.db'))).toBe(false);
  });

  it('events list names a missing parameter of a feed', async () => {
    const { status, err } = await bench.call(['events', 'list', '--feed', 'network']);
    expect([status, err]).toEqual([2, expect.stringContaining('Name it with --repository')]);
  });

  it.each([
    [['--repository', 'acme/rocket', '--user', 'mira'], 'the feed "repository": it has no --user'],
    [['--repository', 'acme/rocket', '--org', 'acme'], 'the feed "repository": it has no --org'],
    [
      ['--feed', 'public', '--org', 'acme', '--user', 'mira'],
      'the feed "public": it has no --org and no --user',
    ],
  ])('events list refuses flags that its feed would ignore: %s', async (flags, found) => {
    const { status, err } = await bench.call(['events', 'list', ...flags]);
    expect([status, err]).toEqual([2, expect.stringContaining(`Cannot read ${found}`)]);
  });

  it.each([[['--repository', 'acme/rocket']], [['--last-read-at', '2020-01-01']]])(
    'notifications read refuses %s with threads, which it would ignore',
    async (flags) => {
      const { status, err } = await bench.call(['notifications', 'read', '41', ...flags]);
      expect([status, err]).toEqual([2, expect.stringContaining('only with --all')]);
    },
  );

  it('events feeds lists nine', async () => {
    const { out } = await bench.run(['events', 'feeds', '--csv']);
    expect(out.trim().split('\r\n')).toHaveLength(10);
  });

  it('notifications are listed, read and done; a dry run changes nothing', async () => {
    const list = async () => JSON.parse((await bench.call(['notifications', 'list', '--json'])).out);
    const before = await list();
    const [{ id }] = before;
    expect((await bench.call(['notifications', 'done', id, '--dry-run'])).out).toContain(
      'Would mark as done',
    );
    expect(await list()).toEqual(before);
    expect((await bench.call(['notifications', 'read', id])).out).toBe(`Thread ${id}: marked as read\n`);
    expect(await list()).toHaveLength(before.length - 1);
    expect((await bench.call(['notifications', 'subscribe', id, '--ignore'])).out).toMatch(/ignored +yes/);
    expect((await bench.call(['notifications', 'unsubscribe', id])).status).toBe(0);
    expect((await bench.call(['notifications', 'subscription', id])).out).toContain('not subscribed');
    expect((await bench.call(['notifications', 'read'])).status).toBe(2);
    expect((await bench.call(['notifications', 'read', '--all', '--dry-run'])).out).toContain('Would mark');
    expect((await bench.call(['notifications', 'read', '--all'])).out).toContain('Marked as read');
    expect(await list()).toEqual([]);
  });

  it('a list that may not be polled yet shows the last answer and its time; --wait waits, and so does a list after a change of it', async () => {
    const env = {
      SATCHEL_TOKEN: bench.sandbox.ready.tokens.classic,
      XDG_CACHE_HOME: join(bench.directory, 'cache'),
      PATH: process.env['PATH'] ?? '',
    };
    const list = (...flags: readonly string[]) =>
      bench.call(['notifications', 'list', '--all', '--csv', ...flags], { env });
    const first = await list();
    expect(first.err).not.toContain('the answer of');
    const [, row = ''] = first.out.split('\r\n');
    const again = await list();
    expect(again.out).toBe(first.out);
    expect(again.err).toMatch(
      /This is the answer of \S+Z: the service allows the next poll at \S+Z \(--wait/,
    );
    expect((await list('--wait')).err).not.toContain('This is the answer');
    await bench.call(['notifications', 'done', row.split(',')[0] ?? ''], { env });
    const changed = await list();
    expect(changed.err).not.toContain('This is the answer');
    expect(changed.out).not.toContain(row);
  });

  it('alerts are listed by filters, dismissed, reopened and assigned', async () => {
    const listed = await bench.call([
      'alerts',
      'list',
      '--org',
      org,
      '--state',
      'open',
      '--json',
      '--capture',
      '--db',
      db,
    ]);
    const [alert] = JSON.parse(listed.out);
    const address = [alert.repository.full_name, String(alert.number)];
    const { user } = bench.sandbox.ready;
    expect((await bench.call(['alerts', 'assign', ...address, user])).out).toMatch(
      new RegExp(`assignees +${user}`),
    );
    const dismissed = await bench.call([
      'alerts',
      'dismiss',
      ...address,
      '--reason',
      'not_used',
      '--comment',
      'x',
    ]);
    expect(dismissed.out).toMatch(/dismissed +.*not_used, x/);
    expect((await bench.call(['alerts', 'dismiss', ...address, '--reason', 'not_used'])).status).toBe(1);
    expect((await bench.call(['alerts', 'reopen', ...address])).out).toMatch(/state +open/);
    expect((await bench.call(['alerts', 'view', ...address, '--json'])).out).toContain('"state":"open"');
    // The service leaves the repository out of what it lists or changes there; the command line has it.
    const [repository = ''] = address;
    const rows = (await bench.call(['alerts', 'list', '--repository', repository, '--csv'])).out
      .trim()
      .split('\r\n');
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.slice(1).filter((row) => !row.startsWith(`${repository},`))).toEqual([]);
    for (const change of [['view'], ['assign', '--nobody']]) {
      const [verb = '', ...rest] = change;
      expect((await bench.call(['alerts', verb, ...address, ...rest])).out).toMatch(
        new RegExp(`repo +${repository}`),
      );
    }
    expect((await bench.call(['alerts', 'list'])).status).toBe(2);
    expect(await query('SELECT min(state) AS s FROM alerts')).toBe('s open');
  });

  it('budgets take a fine-grained token, and are created, changed and deleted', async () => {
    const refused = await bench.call(['budgets', 'list', '--org', org]);
    expect([refused.status, refused.err]).toEqual([
      4,
      expect.stringContaining('Administration (organization'),
    ]);
    const call = (...args: string[]) => bench.call(['budgets', ...args, '--org', org], as('fine_grained'));
    const { id } = JSON.parse(
      (await call('create', '--scope', 'organization', '--sku', 'packages', '--json')).out,
    );
    expect((await call('update', id, '--amount', '7')).out).toMatch(/amount +7/);
    expect((await call('delete', id, '--dry-run')).out).toContain('Would delete');
    expect((await call('view', id)).out).toContain(id);
    expect((await call('delete', id)).out).toBe(`Deleted the budget ${id}\n`);
    expect((await call('view', id)).status).toBe(10);
    expect((await call('list', '--capture', '--db', db)).err).toContain('Captured');
    expect((await bench.call(['budgets', 'list'])).status).toBe(2);
  });

  it('budgets delete --dry-run shows what is known of a budget', async () => {
    const front = await startFrontService(bench.sandbox.ready.base_url, (answer) => {
      answer.status = 200;
      answer.body = { id: 'b1', budget_type: null, budget_amount: 7 };
    });
    const flags = ['--org', org, '--dry-run', '--base-url', front.url];
    const { out } = await bench.run(['budgets', 'delete', 'b1', ...flags], as('fine_grained'));
    expect(out).toBe('Would delete the budget b1 (7)\n');
  });

  it('permissions answer for a call, a permission and a kind of token', async () => {
    for (const place of ['orgs/acme', 'repos/acme/rocket']) {
      const { out } = await bench.run(['permissions', `GET /${place}/depmonitor/alerts`, '--csv']);
      expect(out).toContain('the scope public_repo reaches public repositories only');
    }
    const one = await bench.run(['permissions', 'GET /user/migrations', '--csv']);
    expect(one.out).toContain('"classic, oauth",scope repo');
    const few = await bench.run([
      'permissions',
      '--permission',
      'members',
      '--token-kind',
      'app_user',
      '--json',
    ]);
    expect(JSON.parse(few.out).length).toBeGreaterThan(20);
    expect(await bench.run(['permissions', 'GET /nothing'])).toMatchObject({
      status: 10,
      err: expect.stringContaining('"GET /nothing": unknown method and path'),
    });
    const noneFor = async (...args: readonly string[]) => (await bench.run(['permissions', ...args])).err;
    expect(await noneFor('--permission', 'membrs')).toBe(
      'satchel: Cannot look up the permission "membrs": no call needs it. Did you mean "Members"?\n',
    );
    expect(await noneFor('GET /user/migrations', '--permission', 'members')).toBe(
      'satchel: Cannot look up "GET /user/migrations, members": nothing matches all of it. "satchel permissions" without filters lists all calls.\n',
    );
    expect((await bench.run(['permissions', 'nothing'])).status).toBe(2);
  });

  it('rate-limit shows each resource', async () => {
    const { out } = await bench.call(['rate-limit', '--json']);
    expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ resource: 'core', limit: 5_000 }));
  });

  it('doctor ends by its worst finding, on one screen', async () => {
    const good = await bench.call(['doctor'], as('classic'));
    expect(good.out.split('\n').length).toBeLessThan(24);
    expect(good.out).toMatch(/ok +for backup/);
    expect(good.out).not.toContain('configuration');
    expect([good.status, good.out]).toEqual([0, expect.not.stringContaining('FAULT')]);
    const absent = await bench.call(['doctor', '--org', 'nobody'], as('classic'));
    expect([absent.status, absent.out]).toEqual([
      10,
      expect.stringMatching(/FAULT +organization .*"nobody"/),
    ]);
    const occupied = await bench.call(['doctor', '--vault', bench.directory], as('classic'));
    expect([occupied.status, occupied.out]).toEqual([
      10,
      expect.stringMatching(/FAULT +vault .* not a vault/),
    ]);
    expect(occupied.out).not.toMatch(/^\w+ +disk/m);
    const future = await bench.call(['doctor', '--vault', join(bench.directory, 'new')], as('classic'));
    expect(future.out).toMatch(/ok +vault .* none yet.*\n.*ok +disk/);
    const wrongKind = await bench.call(['doctor', '--json'], as('fine_grained'));
    expect(wrongKind.status).toBe(4);
    expect(JSON.parse(wrongKind.out).checks).toContainEqual(
      expect.objectContaining({
        name: 'for backup',
        verdict: 'fault',
        cure: expect.stringContaining('classic'),
      }),
    );
    const env = { XDG_DATA_HOME: bench.directory, SATCHEL_TOKEN: 'svp_nobodysToken0123456789' };
    const { clock: __, ...stranger } = createRecordedContext({ env });
    const refused = await bench.call(['doctor'], stranger);
    expect([refused.status, refused.out]).toEqual([4, expect.not.stringContaining('for backup')]);
    const { clock: _, ...nobody } = createRecordedContext({ env: { XDG_DATA_HOME: bench.directory } });
    const missing = await bench.call(['doctor'], nobody);
    expect([missing.status, missing.out]).toEqual([4, expect.stringContaining('no token was given')]);
  });

  it('validate docs-config says what is wrong, strict or lax', async () => {
    const path = join(bench.directory, 'config.json');
    await writeFile(path, JSON.stringify({ sections: [{ label: 'Guide', children: [] }] }));
    const strict = await bench.run(['validate', 'docs-config', path]);
    expect([strict.status, strict.out]).toEqual([6, `${path}: /docSearch must be present\n`]);
    expect((await bench.run(['validate', 'docs-config', path, '--lax'])).out).toBe(`${path}: valid\n`);
    await writeFile(path, JSON.stringify({ docSearch: {}, sections: [{ children: [{ to: 1 }] }], extra: 1 }));
    const { out } = await bench.run(['validate', 'docs-config', path]);
    expect(out.trimEnd().split('\n').toSorted()).toEqual(
      [
        '/docSearch/apiKey must be present',
        '/docSearch/appId must be present',
        '/docSearch/indexName must be present',
        '/extra is not a known field',
        '/sections/0/children/0/label must be present',
        '/sections/0/children/0/to must be string',
        '/sections/0/label must be present',
      ].map((fault) => `${path}: ${fault}`),
    );
    await writeFile(path, '{');
    expect((await bench.run(['validate', 'docs-config', path])).status).toBe(2);
  });

  it('backup --with budgets is refused before anything starts: no token can do both', async () => {
    const vault = join(bench.directory, 'none');
    const { status, err } = await bench.call(['backup', '--vault', vault, '--org', org, '--with', 'budgets']);
    expect(err).toContain('Cannot keep budgets in a backup');
    expect(err).toContain(`satchel budgets list --org ${org} --capture`);
    expect([status, existsSync(vault)]).toEqual([4, false]);
    const dry = ['backup', '--dry-run', '--vault', vault];
    const refused = await bench.call([...dry, '--org', org, '--with', 'budgets']);
    expect(refused).toMatchObject({ status, out: '', err });
    const ownBudgets = await bench.call([...dry, '--with', 'budgets']);
    expect(ownBudgets).toMatchObject({ status: 2, out: '' });
  });

  it('backup --with keeps what no archive contains', async () => {
    const vault = join(bench.directory, 'vault');
    const { status, err } = await bench.call([
      'backup',
      '--vault',
      vault,
      '--org',
      org,
      '--with',
      'events,notifications,alerts',
    ]);
    expect(err).toMatch(/Captured \d+ events: \d+ new/);
    expect(err).toMatch(/Captured \d+ alerts/);
    expect(status).toBe(0);
    const stored = await bench.run([
      'query',
      'SELECT count(*) > 0 AS kept FROM events',
      '--vault',
      vault,
      '--csv',
    ]);
    expect(stored.out).toBe('kept\r\n1\r\n');
  });

  it('export list and status exclude on request; metadata can be exported alone', async () => {
    const { out } = await bench.call(['export', 'list', '--org', org, '--exclude', 'repositories', '--json']);
    expect(JSON.parse(out)[0].repositories).toEqual([]);
    const both = await bench.call(['export', 'start', '--org-metadata-only', '--exclude-releases']);
    expect([both.status, both.err]).toEqual([2, expect.stringContaining('--org-metadata-only')]);
    expect((await bench.call(['export', 'start', '--org-metadata-only', '--org', org])).status).toBe(0);
  });
});
