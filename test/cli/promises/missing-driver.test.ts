import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { MAIN } from '../../house/packed-program.ts';

/** What Node.js does with a native module that was built for another version of it. */
const BREAK_DRIVER = `
  const load = process.dlopen;
  process.dlopen = (module, file, ...rest) => {
    if (/[\\\\/]better-sqlite3[\\\\/].*\\.node$/.test(file)) {
      throw Object.assign(new Error('was compiled against a different Node.js version'), { code: 'ERR_DLOPEN_FAILED' });
    }
    return load.call(process, module, file, ...rest);
  };`;

let directory: string;
let service: Server;
let requests = 0;
let baseUrl: string;

beforeAll(async () => {
  directory = temporaryFolder();
  service = createServer((_request, response) => {
    requests += 1;
    response.end('{}');
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  await writeFile(join(directory, 'break.mjs'), BREAK_DRIVER);
});

afterAll(async () => {
  service.close();
});

async function run(args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', join(directory, 'break.mjs'), MAIN, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: directory,
      SATCHEL_TOKEN: 'ghp_none',
      SATCHEL_BASE_URL: baseUrl,
      SATCHEL_DIALECT: 'github',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, text };
}

describe('without the native part of the SQLite driver', () => {
  it.each([
    [['backup', '--vault', 'VAULT']],
    [['demo', '--vault', 'VAULT']],
    [['load', 'nothing.tar.gz', '--db', 'VAULT']],
    [['open', 'nothing.tar.gz', '--no-open']],
    [['vault', 'import', 'nothing.tar.gz', '--vault', 'VAULT']],
    [['events', 'list', '--capture', '--db', 'VAULT']],
    [['schedule', 'run']],
  ])('%j says so before it does anything else', async (args) => {
    const vault = join(directory, 'vault');
    const { status, text } = await run(args.map((arg) => (arg === 'VAULT' ? vault : arg)));
    expect(text).toMatch(
      /^satchel: Cannot use SQLite: the native part of better-sqlite3 \S+ is missing, or not for/,
    );
    expect(text.split('\n')).toHaveLength(2);
    expect(status).toBe(1);
    expect(requests).toBe(0);
    expect(existsSync(vault)).toBe(false);
  });

  it('suggests a command if the package has a script that builds it', async () => {
    const { text } = await run(['load', 'nothing.tar.gz']);
    const [, folder] = /npm run install --prefix "([^"]+)"/.exec(text) ?? [];
    if (folder === undefined) {
      expect(text).toContain('install it again with this Node.js');
      return;
    }
    const { name, scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    expect(name).toBe('better-sqlite3');
    expect(scripts.install).toContain('node-gyp rebuild');
  });

  it('is a fault that the doctor finds', async () => {
    const { status, text } = await run(['doctor']);
    expect(text).toMatch(/SQLite .*the native part of better-sqlite3/);
    expect(status).not.toBe(0);
  });
});
