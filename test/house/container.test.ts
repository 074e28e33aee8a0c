import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { listenOn } from '../../src/base/listen-on.ts';
import { temporaryFolder } from './afterwards.ts';
import { ROOT } from './documents.ts';
import { FOLDER, MEETS_SOURCES, PACKAGE } from './packed-program.ts';

/** The instructions of the Dockerfile, without comments, continued lines joined. */
const INSTRUCTIONS = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '');

const { version, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

function allOf(name: string): readonly string[] {
  return INSTRUCTIONS.filter((line) => line.startsWith(`${name} `)).map((line) =>
    line.slice(name.length + 1),
  );
}

/** What an instruction copies from the project or from the first stage. */
function copies(): readonly { readonly isBuilt: boolean; readonly sources: readonly string[] }[] {
  return allOf('COPY').map((text) => {
    const words = text.split(' ').filter((word) => !word.startsWith('--'));
    return { isBuilt: text.startsWith('--from=build'), sources: words.slice(0, -1) };
  });
}

async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve) => child.on('close', resolve));
}

describe('the Dockerfile', () => {
  it('copies files that exist and that .dockerignore lets through', () => {
    const sources = copies().flatMap((copy) => (copy.isBuilt ? [] : copy.sources));
    const allowed = readFileSync(join(ROOT, '.dockerignore'), 'utf8').match(/(?<=^!).*$/gm) ?? [];
    expect([...new Set(sources)].sort()).toEqual([...allowed].sort());
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('runs scripts of the package, as a user who is not root', () => {
    const run = allOf('RUN').flatMap((text) =>
      [...text.matchAll(/npm run (\S+)/g)].map(([, name = '']) => name),
    );
    expect(run).toEqual(['build']);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(run));
    expect(allOf('USER')).toEqual(['10001:10001']);
    expect(allOf('VOLUME')).toEqual(['/vault']);
  });

  it.skipIf(MEETS_SOURCES)('copies enough for its entry point to read an archive', async () => {
    const root = temporaryFolder();
    const directory = join(root, 'opt/satchel');
    mkdirSync(directory, { recursive: true });
    for (const path of finalSources()) {
      if (path === 'node_modules') {
        symlinkSync(join(FOLDER, path), join(directory, path));
      } else {
        cpSync(fileURLToPath(new URL(path, PACKAGE)), join(directory, path), { recursive: true });
      }
    }
    const [, program = ''] = JSON.parse(allOf('ENTRYPOINT')[0] ?? '[]');
    const words = ['load', join(ROOT, 'samples/current.tar.gz'), '--db', join(root, 'work.db')];
    const child = spawn(process.execPath, [join(root, program), ...words], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const text: Buffer[] = [];
    child.stderr.on('data', (piece) => text.push(piece));
    expect(await exitCodeOf(child)).toBe(0);
    expect(Buffer.concat(text).toString()).toContain('432 added');
  });

  it('has a health check that follows the answer of /healthz', async () => {
    const [check = ''] = allOf('HEALTHCHECK');
    const [, , program = ''] = JSON.parse(check.slice(check.indexOf('CMD ') + 4));
    expect(program).toContain(`http://127.0.0.1:${allOf('EXPOSE')[0]}/healthz`);
    let status = 200;
    const server = createServer((_, response) => response.writeHead(status).end());
    const { origin, close } = await listenOn(server, { host: '127.0.0.1', port: 0 });
    const ask = async () =>
      await exitCodeOf(spawn(process.execPath, ['-e', program.replace('http://127.0.0.1:9477', origin)]));
    const codes = [await ask()];
    status = 503;
    codes.push(await ask());
    await close();
    codes.push(await ask());
    expect(codes).toEqual([0, 1, 1]);
  });

  it('builds the image that the guide names', () => {
    const guide = readFileSync(join(ROOT, 'docs/guides/docker.md'), 'utf8');
    const named = [...guide.matchAll(/satchel:(\d+\.\d+\.\d+)/g)].map(([, number]) => number);
    expect(new Set(named)).toEqual(new Set([version]));
  });
});

/** The paths, relative to the project, that the last stage is made of. */
function finalSources(): readonly string[] {
  const last = INSTRUCTIONS.findLastIndex((line) => line.startsWith('FROM '));
  return INSTRUCTIONS.slice(last)
    .filter((line) => line.startsWith('COPY '))
    .flatMap((line) => line.split(' ').slice(1, -1))
    .filter((word) => !word.startsWith('--'))
    .map((word) => word.replace('/satchel/', ''));
}

describe('the action', () => {
  const { inputs, runs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
  const backUp = runs.steps.at(-1);

  it('reads inputs that it declares, and runs scripts of the package', () => {
    const read = JSON.stringify(runs).matchAll(/inputs\.([a-z-]+)/g);
    expect(new Set([...read].map(([, name]) => name))).toEqual(new Set(Object.keys(inputs)));
    expect(backUp.run).not.toContain('${{'); // An input in a script could run as a part of it.
    const scriptsRun = [...JSON.stringify(runs).matchAll(/npm run (\w+)/g)].map(([, name]) => name);
    expect(scriptsRun).toEqual(['build']);
  });

  it('passes the inputs on as flags', async () => {
    const root = temporaryFolder();
    const environment = {
      PATH: process.env['PATH'],
      GITHUB_ACTION_PATH: fileURLToPath(PACKAGE),
      INPUT_FLAGS: '--dry-run --dialect service',
      INPUT_ORG: 'acme',
      INPUT_BASE_URL: 'http://127.0.0.1:9',
      INPUT_RECIPIENT: '',
      INPUT_TIMEOUT: '5h',
      SATCHEL_TOKEN: 'ghp_none',
      SATCHEL_VAULT: join(root, 'vault'),
    };
    const script = backUp.run.replace('node ', 'printf "%s\\n" ');
    const child = spawn('bash', ['-e', '-c', script], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const text: Buffer[] = [];
    child.stdout.on('data', (piece) => text.push(piece));
    expect(await exitCodeOf(child)).toBe(0);
    const [main = '', ...words] = Buffer.concat(text).toString().trim().split('\n');
    expect(existsSync(main)).toBe(true);
    expect(words.join(' ')).toBe(
      'backup --timeout 5h --dry-run --dialect service --org acme --base-url http://127.0.0.1:9',
    );
  });
});
