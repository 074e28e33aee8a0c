import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSatchel } from '../../../src/cli/program.ts';
import type { SandboxOptions, ServedRequest } from '../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { APP_PEM } from '../../client/support/app-key.ts';
import { json, startScriptedServer } from '../../client/support/scripted-server.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { createSmallWorld } from '../../sandbox/server/support/small-world.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

/** A sandbox, and a home directory without a token. */
async function openScene(options: Partial<SandboxOptions> = {}) {
  const home = temporaryFolder();
  const { clock } = createRecordedContext();
  const requests: ServedRequest[] = [];
  const sandbox = await startSandbox({
    dialect: 'github',
    world: createSmallWorld('github'),
    clock,
    onRequest: (request) => requests.push(request),
    ...options,
  });
  onTestFinished(sandbox.close);
  const { base_url: baseUrl, organization, oauth_app: app } = sandbox.ready;
  const name = encodeURIComponent(new URL(baseUrl).origin);
  const run = async (words: string, env: Readonly<Record<string, string>> = {}) => {
    const context = { ...createRecordedContext({ env: { HOME: home, PATH: '/nowhere', ...env } }), clock };
    const address = words.includes('--base-url') ? '' : ` --base-url ${baseUrl}`;
    const args = `${words}${address}`.replaceAll('CLIENT', app.client_id).split(' ');
    const status = await runSatchel(args, context);
    return { status, out: unwrapped(context.out()), err: unwrapped(context.err()) };
  };
  const path = join(home, '.config', 'satchel', 'tokens', name);
  return { home, path, baseUrl, organization, clientId: app.client_id, requests, run };
}

function unwrapped(text: string): string {
  return text.replaceAll(/\n(?!$)/g, ' ');
}

describe('satchel login', () => {
  it('writes a token that only its user can read, and that commands find', async () => {
    const { path, baseUrl, run } = await openScene();
    expect((await run('rate-limit')).status).toBe(4);
    const { status, out, err } = await run('login --client-id CLIENT --scope repo notifications');
    const origin = new URL(baseUrl).origin;
    expect(err).toMatch(
      new RegExp(
        `^Open ${origin}/login/device and enter the code \\w{4}-\\w{4} before 2026-06-01T00:14:59Z\\.\n$`,
      ),
    );
    expect(out).toMatch(
      /^Logged in to GitHub as \w+ with an OAuth access token \(gho_\), scopes: repo, notifications\. /,
    );
    expect(out).toContain(
      `The token is in ${path}, readable by you alone. Next: satchel backup --base-url ${baseUrl}`,
    );
    expect(status).toBe(0);
    const token = (await readFile(path, 'utf8')).trim();
    expect(token).toMatch(/^gho_\w{36}$/);
    expect(out + err).not.toContain(token);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
    expect((await run('rate-limit')).status).toBe(0);
    expect((await run('export list')).status).toBe(0);
  });

  it('is not used for another address, nor in place of another token', async () => {
    const first = await openScene();
    await first.run('login --client-id CLIENT');
    const second = await openScene();
    const env = { HOME: first.home };
    expect((await second.run('rate-limit', env)).err).toContain('no token was given');
    expect(second.requests).toEqual([]);
    expect((await first.run('rate-limit', { SATCHEL_TOKEN: 'ghp_wrong' })).status).toBe(4);
    const again = await first.run('login --client-id CLIENT', { SATCHEL_TOKEN: 'ghp_wrong' });
    expect(again.status).toBe(0);
    expect(again.err).toContain(`unless they have --token-file ${first.path}`);
  });

  it('writes to another file, or prints the token', async () => {
    const { home, path, baseUrl, run } = await openScene();
    const file = join(home, 'own', 'token');
    const { out } = await run(`login --client-id CLIENT --output ${file}`);
    expect(out).toContain(`Next: satchel backup --base-url ${baseUrl} --token-file ${file}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await run(`rate-limit --token-file ${file}`)).status).toBe(0);
    const printed = await run('login --client-id CLIENT --output -');
    expect(printed.out).toMatch(/^gho_\w{36}\n$/);
    expect(printed.err).toContain('Logged in to GitHub as');
    await expect(stat(path)).rejects.toThrow('ENOENT');
    expect((await run('login --client-id CLIENT --output - --json')).status).toBe(2);
  });

  it('reports events as JSON, and the code even if it is to be quiet', async () => {
    const { path, baseUrl, run } = await openScene();
    const { out } = await run('login --client-id CLIENT --json');
    const [code, summary] = out
      .trim()
      .split(/ (?=\{)/)
      .map((line) => JSON.parse(line));
    expect(code).toEqual({
      message_type: 'code',
      user_code: expect.stringMatching(/^\w{4}-\w{4}$/),
      verification_url: `${new URL(baseUrl).origin}/login/device`,
      expires_at: expect.stringMatching(/Z$/),
    });
    expect(summary).toEqual({
      message_type: 'summary',
      login: expect.any(String),
      kind: 'oauth',
      scopes: ['repo'],
      path,
    });
    expect((await run('login --client-id CLIENT --quiet')).err).toContain('enter the code');
  });

  it('says how to get a client id, and that a classic token is simpler', async () => {
    const { baseUrl, requests, run } = await openScene();
    const { status, err } = await run('login');
    expect(status).toBe(2);
    expect(err).toContain(`${new URL(baseUrl).origin}/settings/applications/new`);
    expect(err).toContain('a classic token is simpler');
    expect((await run('login --client-id nobody')).err).toContain('the service does not know this client id');
    expect(requests).toHaveLength(1);
  });

  it('warns of the client id of a GitHub App, whose tokens migrations do not accept', async () => {
    const { run, path } = await openScene();
    const server = await startScriptedServer(
      json(200, { device_code: 'device-code', user_code: 'A-B', verification_uri: 'https://a.example' }),
      json(200, { access_token: 'ghu_0123456789abcdef' }),
      json(200, { login: 'alice', id: 1 }),
    );
    const address = `${server.url.href}api/v3`;
    const { status, out, err } = await run(
      `login --client-id Iv23abc --base-url ${address} --output ${path}`,
    );
    expect([status, out]).toEqual([
      3,
      expect.stringContaining('an app user access token (ghu_), scopes: none'),
    ]);
    expect(err).toContain('use the client id of an OAuth app, not of a GitHub App');
  });

  it('leaves nothing when it is interrupted, or when the token does not work', async () => {
    const scene = await openScene({ approveDevicesAfter: 1_000_000 });
    const context = createRecordedContext({ env: { HOME: scene.home, PATH: '/nowhere' } });
    context.stderr.once('data', () => context.controller.abort(new Error('Interrupted')));
    const args = ['login', '--client-id', scene.clientId, '--base-url', scene.baseUrl];
    expect(await runSatchel(args, context)).toBe(130);
    expect(await readdir(scene.home)).not.toContain('.config');
    const server = await startScriptedServer(
      json(200, { device_code: 'device-code', user_code: 'A-B', verification_uri: 'https://a.example' }),
      json(200, { access_token: 'gho_0123456789abcdef' }),
      json(401, { message: 'Bad credentials' }),
    );
    expect((await scene.run(`login --client-id x --base-url ${server.url.href}api/v3`)).status).toBe(4);
    expect(await readdir(scene.home)).not.toContain('.config');
  });
});

describe('satchel logout', () => {
  it('removes the token, and says where to revoke it', async () => {
    const { path, baseUrl, run } = await openScene();
    await run('login --client-id CLIENT');
    const { status, out } = await run('logout');
    const { origin } = new URL(baseUrl);
    expect([status, out]).toEqual([
      0,
      `Removed ${path}, the token for ${origin}. It remains valid until you revoke it at ${origin}/settings/applications\n`,
    ]);
    await expect(stat(path)).rejects.toThrow('ENOENT');
    const again = await run('logout');
    expect([again.status, again.err]).toEqual([10, expect.stringContaining('there is no login for it')]);
  });

  it('names the file as JSON', async () => {
    const { path, baseUrl, run } = await openScene();
    await run('login --client-id CLIENT');
    const { origin } = new URL(baseUrl);
    expect(JSON.parse((await run('logout --json')).out)).toEqual({
      origin,
      path,
      revoke_url: `${origin}/settings/applications`,
    });
  });
});

describe('the key of a GitHub App', () => {
  async function openApp() {
    const scene = await openScene({ appKey: APP_PEM.publicKey });
    const key = join(scene.home, 'app.pem');
    await writeFile(key, APP_PEM.privateKey, { mode: 0o600 });
    return { ...scene, key, flags: `--app-id 1 --app-key-file ${key}` };
  }

  it('calls as the installation of the app on the organization', async () => {
    const { organization, requests, run, flags } = await openApp();
    const { status, err } = await run(`budgets list --org ${organization} ${flags}`);
    expect([err, status]).toEqual(['', 0]);
    expect(requests.at(-1)).toMatchObject({ caller: 'app_installation', status: 200 });
    const doctor = await run(`doctor --for budgets --org ${organization} ${flags}`);
    expect(doctor.out).toMatch(/ok +account +none: this token acts for an app .* ok +for budgets/);
    expect((await run(`budgets list --org elsewhere ${flags}`)).err).toContain(
      'it is not installed on "elsewhere"',
    );
  });

  it('is refused before anything is sent, with the token to use, and unknown to migrations', async () => {
    const { home, requests, run, flags, key } = await openApp();
    const { status, err } = await run(`notifications list ${flags}`);
    expect(status).toBe(4);
    expect(err).toContain('an app installation access token');
    expect(err).toContain('Create a classic personal access token');
    for (const command of [`backup --vault ${join(home, 'vault')}`, 'export list']) {
      expect((await run(`${command} ${flags}`)).status).toBe(2);
      // A variable for other commands is no reason to refuse these.
      const variables = { SATCHEL_APP_ID: '1', SATCHEL_APP_KEY_FILE: key, SATCHEL_TOKEN: '' };
      expect((await run(command, variables)).err).toContain('SATCHEL_TOKEN');
    }
    expect(requests).toEqual([]);
  });

  it('comes from variables only for the address that they are for', async () => {
    const { organization, baseUrl, requests, run, key } = await openApp();
    const env = { SATCHEL_APP_ID: '1', SATCHEL_APP_KEY_FILE: key };
    expect((await run(`budgets list --org ${organization}`, env)).status).toBe(0);
    const count = requests.length;
    const bound = { ...env, SATCHEL_BASE_URL: 'https://code.example.org/api/v3' };
    const { status, err } = await run(`budgets list --org ${organization}`, bound);
    expect([status, err]).toEqual([
      4,
      expect.stringContaining('SATCHEL_APP_KEY_FILE is for https://code.example.org'),
    ]);
    expect(requests).toHaveLength(count);
    expect(
      (await run(`budgets list --org ${organization}`, { ...env, SATCHEL_BASE_URL: baseUrl })).status,
    ).toBe(0);
  });

  it('must come with the id of the app, and without another token', async () => {
    const { requests, run, key, flags } = await openApp();
    expect((await run(`rate-limit --app-key-file ${key}`)).err).toContain(
      'only its key was given. Add --app-id',
    );
    expect((await run('rate-limit --app-id 1')).err).toContain('only its id was given. Add --app-key-file');
    expect((await run(`rate-limit ${flags} --token-file ${key}`)).err).toContain('Choose one');
    expect((await run(`rate-limit --app-id 1 --app-key-file ${key}.none`)).status).toBe(10);
    expect((await run(`rate-limit --token-file ${key}`)).err).toContain('with --app-id and --app-key-file');
    expect(requests).toEqual([]);
  });

  it('can belong to an account of the configuration', async () => {
    const { home, baseUrl, organization, requests, run, key } = await openApp();
    const configuration = join(home, 'satchel.yaml');
    await writeFile(
      configuration,
      `accounts: { app: { base_url: "${baseUrl}", app_id: 1, app_key_file: app.pem, installation_id: 1 } }\n`,
    );
    const env = { SATCHEL_CONFIG: configuration };
    expect((await run(`budgets list --org ${organization}`, env)).status).toBe(0);
    expect(requests.map(({ path }) => path)).not.toContain('/api/v3/app/installations?per_page=100');
    expect((await run(`rate-limit --token-file ${key}`, env)).status).toBe(4);
    await writeFile(configuration, 'accounts: { app: { app_id: 1 } }\n');
    expect((await run('rate-limit', env)).err).toContain('app_key_file');
  });

  it('and its tokens are in no output and no file', async () => {
    const scene = await openApp();
    const { home, organization, run, flags } = scene;
    let shown = '';
    for (const command of ['budgets list', 'alerts list', 'export list', 'doctor --for budgets']) {
      for (const level of ['--debug', '--debug --json']) {
        const { out, err } = await run(`${command} --org ${organization} ${flags} ${level}`);
        shown += out + err;
      }
    }
    const files = await readdir(home, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile() && entry.name !== 'app.pem')) {
      shown += await readFile(join(file.parentPath, file.name), 'latin1');
    }
    expect(files.length).toBeGreaterThan(3);
    expect(shown).not.toMatch(/ghs_\w|eyJ|PRIVATE KEY/);
    for (const line of APP_PEM.privateKey.split('\n').filter((text) => text.length > 40)) {
      expect(shown.includes(line)).toBe(false);
    }
  });
});
