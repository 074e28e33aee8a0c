import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractArchive, FINDINGS, openArchive, verifyArchive } from '../../../src/library/archive.ts';
import {
  type Client,
  createClient,
  downloadArchive,
  EXIT_CODES,
  exportArchive,
  FAILURES,
  Failure,
  findTokenNeeds,
  waitForMigration,
} from '../../../src/library/client.ts';
import { writeSite } from '../../../src/library/reader.ts';
import { type Sandbox, startSandbox } from '../../../src/library/sandbox.ts';
import { dumpStore, loadArchive, openStore, type Store } from '../../../src/library/store.ts';
import {
  backup,
  copyVault,
  openVault,
  readJobs,
  VAULT_FINDINGS,
  type Vault,
} from '../../../src/library/vault.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { ROOT } from '../../house/documents.ts';
import { CURRENT, OLD } from '../../house/samples.ts';

/** A flag, a command, or advice for someone at the command line. */
const OF_COMMANDS = /(?:^|[\s"'(])-{1,2}[a-z]|\bsatchel [a-z]|\bthe (?:same )?command\b/;

/** Names in quotes that are written like options. */
const OPTION_NAMES = /"([a-z]+[A-Z][A-Za-z]*)"/g;

const api = readFileSync(join(ROOT, 'build/library.api.md'), 'utf8');

function faultsIn(text: string): readonly string[] {
  const unknown = [...text.replace(/no option "\w+"/, '').matchAll(OPTION_NAMES)].filter(
    ([, name]) => !new RegExp(`\\b${name}\\b`).test(api),
  );
  return [
    ...(OF_COMMANDS.test(text) ? [`a program cannot use: ${text}`] : []),
    ...unknown.map(([, name]) => `the library does not have "${name}": ${text}`),
  ];
}

it('has tables whose texts are for programs', () => {
  const texts = [
    ...Object.values(FAILURES).flatMap(({ hint, summary }) => [hint, summary]),
    ...[...Object.values(FINDINGS), ...Object.values(VAULT_FINDINGS)].map(({ summary }) => summary),
    ...Object.values(EXIT_CODES).map(({ meaning }) => meaning),
  ].filter((text) => !/usage: the command line|argument or flag/.test(text));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.flatMap(faultsIn)).toEqual([]);
});

describe('what the calls throw', () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  let store: Store;
  let vault: Vault;
  let sandbox: Sandbox;
  let client: Client;
  beforeAll(async () => {
    mkdirSync(at('full'));
    writeFileSync(at('full/file'), 'not an archive');
    await loadArchive(CURRENT, { store: at('work.db'), hasSearch: false, keepsGit: false });
    store = openStore(at('work.db'));
    vault = await openVault(at('vault'), { create: true });
    await vault.import([CURRENT], { isLoaded: false });
    sandbox = await startSandbox();
    client = createClient({ baseUrl: sandbox.baseUrl, token: sandbox.token });
  });
  afterAll(async () => {
    store.close();
    await client.close();
    await sandbox.close();
  });

  const settings = () => ({ baseUrl: sandbox.baseUrl, token: sandbox.token, vault: at('new') });
  const started = async () =>
    await client.migrationsOf({ type: 'user' }).start({ repositories: sandbox.ready.repositories });
  const first = async (list: AsyncIterable<unknown>) => await list[Symbol.asyncIterator]().next();
  /** Calls by the beginning of what they say. */
  const CALLS: Readonly<Record<string, () => unknown>> = {
    'Cannot open the store .*: it is a directory': () => openStore(folder),
    'Cannot open the store .*none.db': () => openStore(at('none.db')),
    'Cannot open the store .*full/file': () => openStore(at('full/file')),
    'Cannot run the query: no such table': () => store.query('SELECT * FROM isues').all(),
    'Cannot run the query: no such column': () => store.query('SELECT titel FROM issues').all(),
    'Cannot run the query: missing named parameter': () => store.query('SELECT $max').all(),
    'Cannot run the query: "parameters.max" must be .* and not a Map': () =>
      store.query('SELECT $max', { parameters: { max: new Map() as never } }).all(),
    'Cannot run the query: "parameters.max" must be a text, .* and not NaN': () =>
      store.query('SELECT $max', { parameters: { max: Number.NaN } }).all(),
    'Cannot run the query: DELETE is not': () => store.query('DELETE FROM issues').all(),
    'Cannot run the query: it (?:took longer|had not started)': () =>
      first(
        store.query('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n', {
          timeoutMs: 1,
        }),
      ),
    'Cannot search': () => store.search('x'),
    'Cannot list .*: the store was loaded without an index': () =>
      store.threads({ kind: 'issue', search: 'x' } as never),
    'Cannot find .*acme': () => store.thread('acme/none#1'),
    'Cannot show the history': () => store.history('https://example.com/none'),
    'Cannot find the saved query': () => store.savedQuery('nonsense' as never),
    'Cannot read "#"': () => store.thread('#'),
    'Cannot find the repository': () => store.releases({ repo: 'acme/none' }),
    'Cannot read the archive .*none.tar.gz': () => openArchive(at('none.tar.gz')),
    'Cannot read the archive': () => openArchive(at('full/file')),
    'Cannot read .* as an archive: it is a vault': () => openArchive(at('vault')),
    'Cannot load the archive': () => loadArchive(OLD, { store: at('work.db') }),
    'Cannot load the archive: its list of parts is empty': () => loadArchive([], { store: at('work.db') }),
    'Cannot load the archive .* as history': () =>
      loadArchive(CURRENT, { store: at('work.db'), isHistory: true, takenAt: '2030-01-01' }),
    'Cannot extract': () =>
      extractArchive(CURRENT, { directory: at('out'), selection: { repositories: ['acme/none'] } }),
    'Cannot verify|Cannot read': () => verifyArchive(at('full/none.tar.gz')),
    'Cannot write .*exists|Cannot dump': () =>
      dumpStore(at('work.db'), { format: 'csv', output: at('full') }),
    'Cannot dump the table .*not in the store': () =>
      dumpStore(at('work.db'), { format: 'csv', output: at('a'), tables: ['isues'] }),
    'Cannot dump the table .*private': () =>
      dumpStore(at('work.db'), { format: 'csv', output: at('b'), tables: ['search_texts'], isPublic: true }),
    'Cannot dump the table .*do not belong': () =>
      dumpStore(at('work.db'), {
        format: 'csv',
        output: at('c'),
        tables: ['snapshots'],
        repositories: store.repositoryNames().slice(0, 1),
      }),
    'Cannot dump Markdown': () =>
      dumpStore(at('work.db'), { format: 'markdown', output: at('d'), tables: ['issues'] }),
    'Cannot dump part of a store': () =>
      dumpStore(at('work.db'), { format: 'archive', output: at('e'), tables: ['issues'] }),
    'Cannot (?:dump|find|choose).*none': () =>
      dumpStore(at('work.db'), { format: 'csv', output: at('f'), repositories: ['acme/none'] }),
    'Cannot write to': () => writeSite(at('work.db'), { directory: at('full') }),
    'Cannot open the vault .*does not exist': () => openVault(at('none')),
    'Cannot open the vault .*not a vault': () => openVault(at('full')),
    'Cannot make a vault': () => openVault(at('full'), { create: true }),
    'Cannot make the vault|Cannot open the vault .*is a file': () =>
      openVault(at('work.db'), { create: true }),
    'Cannot find the archive': () => vault.withArchive('none', async () => undefined),
    'Cannot choose what to forget': () => vault.forget({}),
    'Cannot forget archives: these rules would keep none': () => vault.forget({ keepLast: 0 }),
    'Cannot back up: neither': () => backup({ vault: at('new'), token: undefined }),
    'Cannot combine the id of a migration': () =>
      backup({ ...settings(), migrationId: 1, repositories: ['acme/app'] }),
    'Cannot keep the budgets': () => backup({ ...settings(), captures: ['budgets'] }),
    'Cannot clone into': () => backup({ ...settings(), clones: ['gists'], vault: 's3://bucket/prefix' }),
    'Cannot export only the metadata': () =>
      backup({ ...settings(), organization: 'acme', orgMetadataOnly: true, repositories: ['acme/app'] }),
    'Cannot select repositories both': () =>
      backup({ ...settings(), repositories: ['acme/app'], languages: ['Perl'] }),
    'Cannot read the configuration': () => readJobs(pathToFileURL(at('none.yaml'))),
    'Cannot read the base URL': () => createClient({ baseUrl: '' }),
    'Cannot .*token': async () => {
      await using other = createClient({ baseUrl: sandbox.baseUrl, token: 'ghp_wrong' });
      await other.getAccount();
    },
    'Cannot .*not the service': async () => {
      await using other = createClient({
        baseUrl: sandbox.ready.storage_url ?? 'http://127.0.0.1:9',
        token: 'x',
      });
      await other.getAccount();
    },
    'Cannot make the call: "call.body" must be an object that JSON can represent': () => {
      const body: Record<string, unknown> = {};
      body['itself'] = body;
      return client.request({ method: 'POST', route: '/user', body } as never);
    },
    'Cannot make the call: "call.route" must be a path': () =>
      client.request({ method: 'GET', route: 'GET /user' } as never),
    'Cannot make the call: "call.query.page" must be a text or a number, and not NaN': () =>
      client.request({ method: 'GET', route: '/user', query: { page: Number.NaN } }),
    'Cannot list /repos/.*needs a value for "repo"': () =>
      first(client.list('/repos/{owner}/{repo}/issues', { owner: 'acme' } as never)),
    'Cannot list /user: the answer of the service is not a list': () => first(client.list('/user')),
    'Cannot list the route: "route" must be a path': () => client.list('repos' as never),
    'Cannot copy the vault .*in the vault itself': () => copyVault(at('vault'), at('vault/copy')),
    'Cannot read the feed': () => first(client.events.list({ feed: 'organization' } as never)),
    'Cannot .*migration 7': () => client.migrationsOf({ type: 'user' }).get(7),
    'Cannot look up': () => findTokenNeeds('GET /nonsense'),
    'Cannot look up the permission': () => findTokenNeeds(undefined, { permission: 'Nonsense' }),
    'Cannot wait any longer for migration': async () => {
      await using slow = await startSandbox({ pendingMs: 1e8 });
      await using other = createClient({ baseUrl: slow.baseUrl, token: slow.token });
      const { migration } = await other
        .migrationsOf({ type: 'user' })
        .start({ repositories: slow.ready.repositories });
      await waitForMigration({ client: other, id: migration.id, pollIntervalMs: 1, timeoutMs: 2 });
    },
    'Cannot download': async () => {
      const { migration } = await started();
      await waitForMigration({ client, id: migration.id, pollIntervalMs: 1 });
      await downloadArchive({ client, id: migration.id, path: at('work.db') });
    },
    'Cannot listen': async () => {
      const { port } = new URL(sandbox.baseUrl);
      await startSandbox({ port: Number(port) });
    },
    'Cannot make the fault': () => startSandbox({ faults: ['nonsense'] }),
    'Cannot set "status" of the fault "answer" to 200000': () =>
      startSandbox({ faults: [{ kind: 'answer', status: 200_000 }] }),
    'Cannot read the archive: "from" must be a path, .* and not null': () => openArchive(null as never),
    'Cannot extract the archive: its selection is empty': () =>
      extractArchive(CURRENT, { directory: at('none'), selection: {} }),
    'there is no option "filters.nonsense"': () =>
      first(client.alerts.list({ type: 'organization', name: 'acme' }, { nonsense: ['x'] } as object)),
    'Cannot create a client: it has more than one credential': () =>
      createClient({ token: 'x', app: { appId: '1', privateKey: 'x' } } as never),
    'there is no option "dryRun"; did you mean "isDryRun"': () => vault.prune({ dryRun: true } as object),
    'there is no option "keeplast"; did you mean "keepLast"': () => vault.forget({ keeplast: 1 } as object),
    'there is no option "repositorys"; did you mean "repositories"': () =>
      backup({ ...settings(), repositorys: ['acme/app'] } as never),
    'Cannot export the account: there is no option "repositorys"': () =>
      exportArchive({ client, repositorys: [] } as never),
    'Cannot list threads: there is no option "label"; did you mean "labels"': () =>
      store.threads({ kind: 'issue', label: 'bug' } as never),
    'Cannot read the records: "kind" must be': () => store.records('isue' as never),
  };

  it.each(Object.entries(CALLS))('%s', async (words, call) => {
    const thrown = await Promise.resolve()
      .then(call)
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Failure);
    const { message, hint } = thrown as Failure;
    expect(message).toMatch(new RegExp(words, 's'));
    expect([message, hint].flatMap(faultsIn)).toEqual([]);
  });
});

it('is whole as JSON', () => {
  const failure = new Failure('locked', 'Cannot lock the vault: it is in use', { details: { pid: 7 } });
  expect(JSON.parse(JSON.stringify({ failure })).failure).toEqual({
    code: 'locked',
    message: 'Cannot lock the vault: it is in use',
    hint: FAILURES.locked.hint,
    details: { pid: 7 },
  });
});
