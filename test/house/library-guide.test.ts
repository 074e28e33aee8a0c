import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { temporaryFolder } from './afterwards.ts';
import { ROOT, readDocuments } from './documents.ts';

const GUIDE = readDocuments().get('docs/guides/library.md') ?? '';

const SNIPPET = /```ts\n(import \{ ([^}]*) \} from 'satchel';\n[\s\S]*?)```/g;

/** Runs the code block that imports `name`, with paths replaced by `places`, and returns its variable `results`. */
async function runSnippet(name: string, results: string, places: Readonly<Record<string, string>> = {}) {
  const [, snippet = '', imported = ''] =
    [...GUIDE.matchAll(SNIPPET)].find(([, , names = '']) => names.split(', ').includes(name)) ?? [];
  const names = imported.split(', ');
  const samples = { 'samples/current.tar.gz': join(ROOT, 'samples/current.tar.gz') };
  const body = Object.entries({ ...samples, ...places }).reduce(
    (text, [place, path]) => text.replaceAll(`'${place}'`, JSON.stringify(path)),
    snippet.replace(/^import.*\n/, ''),
  );
  const library: Record<string, unknown> = await import('../../src/index.ts');
  expect(names.filter((exported) => library[exported] === undefined)).toEqual([]);
  const run = new Function(...names, `return (async () => { ${body}; return { ${results} }; })()`);
  return await run(...names.map((exported) => library[exported]));
}

it('shows library code that inspects an archive', async () => {
  const { kinds, repositories } = await runSnippet('createInspection', 'kinds, repositories, findings');
  expect(kinds.length).toBeGreaterThan(5);
  expect(repositories.length).toBeGreaterThan(0);
});

it('shows library code that extracts files', async () => {
  const { files } = await runSnippet('extract', 'files', { here: join(temporaryFolder(), 'here') });
  expect(files.map(({ path }: { readonly path: string }) => existsSync(path))).toContain(true);
});

it('shows library code that runs the jobs of a configuration', async () => {
  const directory = temporaryFolder();
  const clock = createSystemClock();
  const sandbox = await startSandbox({
    dialect: 'service',
    clock,
    repositories: 1,
    issues: 4, // With fewer of them, the archive has no findings at all.
    pendingMs: 0,
    exportMs: 0,
  });
  onTestFinished(() => sandbox.close());
  const { base_url: baseUrl, tokens } = sandbox.ready;
  writeFileSync(join(directory, 'token'), tokens.classic, { mode: 0o600 });
  const configuration = join(directory, 'satchel.yaml');
  writeFileSync(
    configuration,
    `accounts: { main: { base_url: "${baseUrl}", dialect: service, token_file: token } }
jobs: { home: { account: main, vault: vault, schedule: "@daily", poll_interval: 50ms } }
`,
  );
  const places = { 'satchel.yaml': configuration, 'runs.json': join(directory, 'runs.json') };
  const { outcome, summary } = await runSnippet('runJob', 'outcome, summary', places);
  // What needs no attention is not counted.
  expect([outcome, summary]).toMatchObject(['succeeded', { isVerified: true, repositories: 1, findings: 0 }]);
  const manifests = join(directory, 'vault/manifests');
  const [manifest = ''] = readdirSync(manifests);
  const { findings } = JSON.parse(readFileSync(join(manifests, manifest), 'utf8'));
  expect(findings).toContainEqual(expect.objectContaining({ severity: 'info' }));
});

it('shows library code that calls the service', async () => {
  const { baseUrl } = await runSnippet('openEndpoints', 'baseUrl');
  expect(baseUrl).toContain('http://');
});
