import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { openLockedSource } from '../../src/keeping/copy/directory-end.ts';
import { storedFileOf } from '../../src/vault/manifest.ts';
import { openVault } from '../../src/vault/vault.ts';
import { startSatchel } from '../backup/support/backup-process.ts';
import { newVault, openTwoBackups } from '../backup/support/prepared-vault.ts';
import type { CliResult } from '../cli/support/run-cli.ts';
import { runHere } from '../cli/support/run-here.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { lendEnvironment } from '../objects/support/lend-environment.ts';
import { type ObjectFault, type ObjectServer, startObjectServer } from '../objects/support/object-server.ts';

const require = createRequire(import.meta.url);

/** An S3 server that others have written; it has no types. */
const S3rver: new (
  options: object,
) => { readonly run: () => Promise<{ readonly port: number }>; readonly close: () => Promise<void> } =
  require('@20minutes/s3rver');

const WITHOUT_SDK = fileURLToPath(new URL('../objects/support/without-sdk.mjs', import.meta.url));

const NO_SERVER = 'http://127.0.0.1:9';

function settingsFor(url: string) {
  return { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER', AWS_ENDPOINT_URL: url };
}

/** Starts `satchel vault copy` as a process that can use the server at `url`. */
function startCopy(args: readonly string[], url: string) {
  return startSatchel(['vault', 'copy', ...args], { ...settingsFor(url), HOME: tmpdir() });
}

/** Runs `satchel vault copy` in this process, which loads the SDK only once. */
async function copyHere(args: readonly string[], url = NO_SERVER): Promise<CliResult> {
  lendEnvironment(settingsFor(url));
  return await runHere(['vault', 'copy', ...args, '--json'], { ...settingsFor(url), HOME: tmpdir() });
}

interface Summary {
  readonly copied: Readonly<Record<'archive' | 'file' | 'repository' | 'store', number>>;
  readonly known: number;
  readonly failed: readonly { readonly code: string }[];
}

async function copy(args: readonly string[], url?: string): Promise<Summary> {
  const { status, out, err } = await copyHere(args, url);
  const summary = out.trim().split('\n').at(-1) ?? '';
  expect(status, err).toBe(0);
  return JSON.parse(summary);
}

/** Starts an S3 server that others have written. */
async function startS3rver(): Promise<string> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: true, // It computes those of listings differently from the SDK.
    directory: temporaryFolder(),
    configureBuckets: [{ name: 'work', configs: [] }],
  });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  return `http://127.0.0.1:${port}`;
}

async function startServer(): Promise<ObjectServer> {
  const server = await startObjectServer('work');
  onTestFinished(() => server.close());
  return server;
}

async function manifestsOf(directory: string) {
  return await (await openVault(directory, { clock: createSystemClock() })).manifests();
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** The files of a vault that a copy must have, by path, with their digests. */
function contentOf(directory: string): Readonly<Record<string, string>> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/journal\.log$|\.lock$/.test(path));
  return Object.fromEntries(paths.map((path) => [path.slice(directory.length), digestOf(path)]).sort());
}

async function check(directory: string): Promise<CliResult> {
  return await runHere(['vault', 'check', '--vault', directory, '--read-data', '--json'], { HOME: tmpdir() });
}

const ALL = { archive: 2, repository: expect.any(Number), file: expect.any(Number), store: 1 };
const NOTHING = { archive: 0, repository: 0, file: 0, store: 0 };

describe('satchel vault copy', () => {
  it('copies a vault to object storage and back', async () => {
    const { vault, backUp, run } = await openTwoBackups();
    const url = await startS3rver();
    const there = 's3://work/backups/mira';
    expect((await copy([vault, there, '--dry-run'], url)).copied).toEqual(ALL);
    const first = await copy([vault, there], url);
    expect(first.copied).toEqual(ALL);
    expect(first.copied.file).toBeGreaterThan(0);
    expect(first.copied.repository).toBeGreaterThan(0);
    expect(await copy([vault, there], url)).toMatchObject({ copied: NOTHING, known: 2 });

    const restored = join(temporaryFolder(), 'restored');
    expect((await copy([there, restored], url)).copied).toEqual(first.copied);
    expect(contentOf(restored)).toEqual(contentOf(vault));
    const checked = await check(restored);
    expect(checked).toMatchObject({ status: 0 });
    const log = async (directory: string) => (await run(['log', '--vault', directory])).out;
    expect(await log(restored)).toBe(await log(vault));

    await backUp();
    expect((await copy([vault, there], url)).copied).toMatchObject({ archive: 1, store: 1 });
    expect((await copy([there, restored], url)).copied).toMatchObject({ archive: 1, store: 1 });
    expect(contentOf(restored)).toEqual(contentOf(vault));
  });

  it('encrypts everything that leaves the machine', async () => {
    const { vault, sandbox, backUp } = await openTwoBackups();
    const server = await startServer();
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const key = join(temporaryFolder(), 'key.txt');
    writeFileSync(key, `${identity}\n`, { mode: 0o600 });
    const encrypted = [vault, 's3://work', '--recipient', recipient];
    await copy(encrypted, server.url);
    const [, name = ''] = sandbox.ready.repositories[0]?.split('/') ?? [];
    const readable = [...server.objects].filter(
      ([path, bytes]) => path.includes(name) || bytes.includes(name),
    );
    expect(readable.map(([path]) => path)).toEqual([]);
    await backUp();
    expect((await copy(encrypted, server.url)).copied).toMatchObject({ archive: 1, store: 1 });

    const refused = await copyHere(['s3://work', join(temporaryFolder(), 'x')], server.url);
    expect(refused).toMatchObject({ status: 4 });
    expect(refused.err).toContain('it is encrypted, and no key was given');
    const restored = join(temporaryFolder(), 'restored');
    await copy(['s3://work', restored, '--identity-file', key, '--no-encryption'], server.url);
    expect(contentOf(restored)).toEqual(contentOf(vault));
  });

  it('copies between directories, and does not replace a store with more snapshots', async () => {
    const vault = await newVault();
    const other = join(temporaryFolder(), 'other');
    await copy([vault, other]);
    expect(contentOf(other)).toEqual(contentOf(vault));
    const archive = (await manifestsOf(vault))[1]?.archive ?? '';
    const lesser = temporaryFolder();
    cpSync(vault, lesser, { recursive: true });
    rmSync(join(lesser, 'store.db'));
    const env = { HOME: tmpdir() };
    expect(await runHere(['vault', 'rebuild', '--vault', lesser], env)).toMatchObject({ status: 0 });
    expect(await runHere(['vault', 'forget', '--vault', lesser, archive], env)).toMatchObject({ status: 0 });
    const before = digestOf(join(other, 'store.db'));
    const { copied } = await copy([lesser, other]);
    expect(copied.archive).toBe(0);
    expect(existsSync(join(other, 'archives', archive))).toBe(true);
    expect(digestOf(join(other, 'store.db')) === before || copied.store === 1).toBe(true);
  });

  it('does not copy a damaged archive, and copies the others', async () => {
    const vault = await newVault();
    const server = await startServer();
    const [manifest] = await manifestsOf(vault);
    const path = join(vault, 'archives', manifest?.archive ?? '');
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const { status, out } = await copyHere([vault, 's3://work'], server.url);
    expect(status).toBe(6);
    const summary: Summary = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    expect(summary.copied.archive).toBe(1);
    expect(summary.failed).toMatchObject([{ code: 'archive-damaged' }]);
    expect([...server.objects.keys()].filter((name) => name.startsWith('archives/'))).toHaveLength(1);
  });

  it('survives resets, overload, changed bytes and truncated answers', async () => {
    const vault = await newVault();
    const server = await startServer();
    const faults: readonly ObjectFault[] = ['reset', 'slow-down', 'corrupt', 'truncate'];
    let seen = 0;
    server.faultOf = ({ method }) => {
      seen += 1;
      const fault = seen % 7 === 0 ? faults[(seen / 7) % faults.length] : undefined;
      return fault === 'corrupt' && method === 'GET' ? undefined : fault;
    };
    await copy([vault, 's3://work'], server.url);
    const restored = join(temporaryFolder(), 'restored');
    await copy(['s3://work', restored], server.url);
    expect(contentOf(restored)).toEqual(contentOf(vault));
  });

  it('believes no content that was changed in storage', async () => {
    const vault = await newVault();
    const server = await startServer();
    await copy([vault, 's3://work'], server.url);
    const key = [...server.objects.keys()].find((name) => name.startsWith('archives/')) ?? '';
    const bytes = Buffer.from(server.objects.get(key) ?? '');
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    server.objects.set(key, bytes);
    const restored = join(temporaryFolder(), 'restored');
    const { status } = await copyHere(['s3://work', restored], server.url);
    expect(status).toBe(6);
    expect(await manifestsOf(restored)).toHaveLength(1);
    expect(readdirSync(join(restored, 'archives'))).toHaveLength(1);
    server.objects.delete(key); // Its manifest stays.
    expect((await copy([vault, 's3://work'], server.url)).copied).toEqual({ ...NOTHING, archive: 1 });
  });

  it('takes no repository whose files are not those that it is named after', async () => {
    const vault = await newVault();
    const [folder = ''] = readdirSync(join(vault, 'git'));
    const refs = join(vault, 'git', folder, 'packed-refs');
    writeFileSync(refs, readFileSync(refs, 'utf8').replace(/.+\n$/, ''));
    const copied = join(temporaryFolder(), 'copy');
    const { status, out } = await copyHere([vault, copied]);
    const summary: Summary = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    expect([status, summary.failed]).toMatchObject([6, [{ code: 'vault-damaged' }]]);
    expect(readdirSync(join(copied, 'git'))).not.toContain(folder);
  });

  it('believes nothing of a copy that was killed, and continues it', async () => {
    const vault = await newVault();
    const whole = await startServer();
    await copy([vault, 's3://work'], whole.url);
    const total = whole.requests.length;
    const kills = IS_LONG ? 50 : 2;
    for (let kill = 1; kill <= kills; kill += 1) {
      const server = await startServer();
      const at = Math.ceil((total * kill) / (kills + 1));
      const copying = startCopy([vault, 's3://work'], server.url);
      server.faultOf = () => {
        if (server.requests.length === at) {
          copying.child.kill('SIGKILL');
        }
        return undefined;
      };
      await copying.ended;
      for (const manifest of await manifestsOf(vault)) {
        if (server.objects.has(`manifests/${manifest.archive}.json`)) {
          const archive = server.objects.get(`archives/${manifest.archive}`) ?? Buffer.of();
          expect(createHash('sha256').update(archive).digest('hex')).toBe(storedFileOf(manifest).sha256);
        }
      }
      for (const lock of [...server.objects.keys()].filter((key) => key.startsWith('locks/'))) {
        server.objects.delete(lock); // As after half an hour.
      }
      await copy([vault, 's3://work'], server.url);
      const keys = (of: ObjectServer) =>
        [...of.objects.keys()].filter((key) => !key.startsWith('locks/')).sort();
      expect(keys(server)).toEqual(keys(whole));
    }
  });

  it('releases its lock when it is interrupted', async () => {
    const vault = await newVault();
    const server = await startServer();
    const copying = startCopy([vault, 's3://work'], server.url);
    server.faultOf = ({ method, key }) => {
      if (method === 'PUT' && key.startsWith('archives/')) {
        copying.child.kill('SIGINT');
      }
      return undefined;
    };
    expect((await copying.ended).status).toBe(130);
    expect([...server.objects.keys()].filter((key) => key.startsWith('locks/'))).toEqual([
      'locks/rule-numbered.json',
    ]);
    const manifests = [...server.objects.keys()].filter((key) => key.startsWith('manifests/'));
    expect(manifests.length).toBeLessThan(2);
    for (const key of manifests) {
      expect(server.objects.has(key.replace(/^manifests\/(.+)\.json$/, 'archives/$1'))).toBe(true);
    }
  });

  it('is refused while another copy is running', async () => {
    const vault = await newVault();
    const server = await startServer();
    await copy([vault, 's3://work'], server.url);
    server.objects.set(
      'locks/vault/0000000009.json',
      Buffer.from('{"command":"satchel vault copy","host":"h","pid":7}'),
    );
    const { status, err } = await copyHere([vault, 's3://work'], server.url);
    expect(err).toContain('Cannot lock "vault" in "s3://work": "satchel vault copy" has held it since');
    expect(status).not.toBe(0);
    expect([...server.objects.keys()].filter((key) => key.startsWith('locks/'))).toEqual([
      'locks/rule-numbered.json',
      'locks/vault/0000000009.json',
    ]);
  });

  it('refuses what is not a place, and a wrong key', async () => {
    const vault = await newVault();
    const directory = join(temporaryFolder(), 'x');
    const refused: readonly (readonly [args: readonly string[], message: string])[] = [
      [['s3://'], '"s3://" is not a place in object storage'],
      [['s3://work/../x'], '"s3://work/../x" is not a place in object storage'],
      [['s3://work', '--recipient', 'age1'], 'Cannot encrypt for one of the recipients'],
      [[directory, '--recipient', 'age1nonsense'], 'Cannot encrypt for'],
    ];
    for (const [args, message] of refused) {
      const { status, err } = await copyHere([vault, ...args]);
      expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(message) });
    }
    expect(existsSync(directory)).toBe(false);
  });

  it('leaves nothing in its source if it is stopped before it begins', async () => {
    const vault = await openVault(await newVault(), { clock: createSystemClock() });
    const before = readdirSync(vault.directory, { recursive: true });
    await expect(openLockedSource(vault, AbortSignal.abort())).rejects.toThrow('aborted');
    expect(readdirSync(vault.directory, { recursive: true })).toEqual(before);
  });

  it('names the package that is missing', async () => {
    const vault = await newVault();
    const env = { HOME: tmpdir(), NODE_OPTIONS: `--import=${WITHOUT_SDK}` };
    const { status, err } = await startSatchel(['vault', 'copy', vault, 's3://work'], env).ended;
    expect(status).toBe(1);
    expect(err).toContain('the package @aws-sdk/client-s3 is not installed');
  });
});
