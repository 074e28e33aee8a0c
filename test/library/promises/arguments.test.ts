import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as archives from '../../../src/library/archive.ts';
import * as clients from '../../../src/library/client.ts';
import * as readers from '../../../src/library/reader.ts';
import * as sandboxes from '../../../src/library/sandbox.ts';
import * as stores from '../../../src/library/store.ts';
import * as vaults from '../../../src/library/vault.ts';
import { TEST_CERTIFICATE } from '../../client/support/test-certificate.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT } from '../../house/samples.ts';

/** The members of all parts as programs in JavaScript see them: they can pass anything. */
type Untyped = Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;

/** What a call says about its arguments; or that it took them, or failed otherwise. */
async function answerOf(call: () => unknown): Promise<string> {
  try {
    const result = await call();
    const list = Object(result)[Symbol.asyncIterator] ?? Object(result)[Symbol.iterator];
    if (typeof result !== 'string' && typeof list === 'function') {
      await list.call(result).next();
    }
    return 'accepted';
  } catch (error) {
    return error instanceof clients.Failure && error.code === 'usage' ? error.message : `not usage: ${error}`;
  }
}

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

describe('arguments of the wrong shape are failures with a sentence', () => {
  let client: Untyped & Readonly<Record<string, Untyped>>;
  let store: Untyped;
  let vault: Untyped;
  let reader: Untyped;
  beforeAll(async () => {
    writeFileSync(at('a file'), '');
    await stores.loadArchive(CURRENT, { store: at('work.db'), keepsGit: false });
    client = clients.createClient({
      baseUrl: 'http://127.0.0.1:1',
      dialect: 'github',
      token: 'ghp_x',
    }) as never;
    store = stores.openStore(at('work.db')) as never;
    vault = (await vaults.openVault(at('vault'), { create: true })) as never;
    reader = (await readers.createReader(at('work.db'))) as never;
    return async () => {
      store['close']?.();
      await reader['close']?.();
    };
  });
  const all = {
    ...archives,
    ...clients,
    ...readers,
    ...sandboxes,
    ...stores,
    ...vaults,
  } as unknown as Untyped;
  const targets = { all: () => all, store: () => store, vault: () => vault, reader: () => reader };
  const ofClient = (part: string) =>
    part === 'budgets'
      ? client['budgetsOf']?.('acme')
      : part === 'migrations'
        ? client['migrationsOf']?.({ type: 'user' })
        : part === 'client'
          ? client
          : client[part];
  const targetOf = (name: string) =>
    (Object.hasOwn(targets, name) ? targets[name as keyof typeof targets]() : ofClient(name)) as Untyped;

  it.for<readonly [target: string, method: string, values: readonly unknown[], found: string]>([
    ['all', 'createClient', [{ token: 3 }], '"token" must be a text, and not 3'],
    ['all', 'createClient', [[]], 'its argument must be an object, and not a list'],
    [
      'all',
      'createClient',
      [{ timeouts: { connectMS: 1 } }],
      'there is no option "timeouts.connectMS"; did you mean "connectMs"?',
    ],
    [
      'all',
      'createClient',
      [{ timeouts: { connectMs: -1 } }],
      '"timeouts.connectMs" must be a number from 0, and not -1',
    ],
    [
      'all',
      'createClient',
      [{ network: { proxies: { htp: 'x' } } }],
      'there is no option "network.proxies.htp"; did you mean "http"?',
    ],
    ...['nope', 'socks5://127.0.0.1:1080', 'http://user:secret@['].map((https) => {
      const found =
        'must be the address of a proxy that speaks http or https, such as http://proxy.example:3128';
      const values = [{ network: { proxies: { https } } }];
      return ['all', 'createClient', values, `"network.proxies.https" ${found}`] as const;
    }),
    ...['nope', TEST_CERTIFICATE.cert.replace('MII', '')].map((wrong) => {
      const found = 'must be a certificate in PEM format, which begins with -----BEGIN CERTIFICATE-----';
      const values = [{ network: { caCertificates: [TEST_CERTIFICATE.cert, wrong] } }];
      return ['all', 'createClient', values, `"network.caCertificates[1]" ${found}`] as const;
    }),
    ['all', 'createClient', [{ application: { clientId: 'x' } }], '"application.clientSecret" is missing'],
    [
      'all',
      'createClient',
      [{ app: { appId: 1, privateKey: 'x' } }],
      '"app.appId" must be a text, and not 1',
    ],
    ['all', 'createClient', [{ dialect: 'gitub' }], '"dialect" must be service or github, and not "gitub"'],
    [
      'all',
      'createClient',
      [{ allowedStorageHosts: [3] }],
      '"allowedStorageHosts[0]" must be a text, and not 3',
    ],
    ['all', 'createClient', [{ onReport: {} }], '"onReport" must be a function, and not an object'],
    ['all', 'createClient', [{ signal: {} }], '"signal" must be an AbortSignal, and not an object'],
    ['all', 'createClient', [{ clock: {} }], '"clock" must be a clock, and not an object'],
    ['client', 'getAccount', [{ sgnal: 1 }], 'there is no option "options.sgnal"; did you mean "signal"?'],
    [
      'client',
      'list',
      ['/user/repos', new AbortController().signal],
      '"parameters" must be an object, and not an AbortSignal: write { signal }',
    ],
    [
      'client',
      'getAccount',
      [new AbortController().signal],
      '"options" must be an object, and not an AbortSignal: write { signal }',
    ],
    [
      'all',
      'createClient',
      [new AbortController().signal],
      'its argument must be an object, and not an AbortSignal: write { signal }',
    ],
    [
      'all',
      'exportArchive',
      [Promise.resolve({})],
      'its argument must be an object with "client", and not a Promise',
    ],
    ['store', 'releases', [new Map([['limit', 1]])], 'its argument must be an object, and not a Map'],
    ['client', 'migrationsOf', [{ type: 'x' }], '"owner.type" must be user or organization, and not "x"'],
    ['client', 'migrationsOf', [{ type: 'organization' }], '"owner.name" is missing'],
    ['client', 'request', [{ action: 'x', method: 'GET' }], '"call.route" is missing'],
    ['repositories', 'listFor', [], '"owner" must be an object, and not undefined'],
    [
      'repositories',
      'listFor',
      [{ type: 'user' }, 'ownd'],
      '"affiliation" must be all or owned, and not "ownd"',
    ],
    [
      'events',
      'list',
      [{ feed: 'x' }],
      '"address.feed" must be public, network, organization, repository, user, user-organization, user-public, received or received-public, and not "x"',
    ],
    [
      'events',
      'list',
      [{ feed: 'public' }, { maxEvents: 1.5 }],
      '"options.maxEvents" must be a whole number from 0, and not 1.5',
    ],
    ['notifications', 'list', [{ al: true }], 'there is no option "filter.al"; did you mean "all"?'],
    [
      'alerts',
      'list',
      [{ type: 'org', name: 'x' }],
      '"place.type" must be enterprise, organization or repository, and not "org"',
    ],
    ['budgets', 'create', [{ amont: 3 }], 'there is no option "draft.amont"; did you mean "amount"?'],
    [
      'migrations',
      'start',
      [{ repositories: ['a/b'], lockRepos: true }],
      'there is no option "request.lockRepos"',
    ],
    ['all', 'exportArchive', [{ client: {} }], '"client" must be a client, and not an object'],
    [
      'all',
      'findTokenNeeds',
      [undefined, { permissio: 'x' }],
      'there is no option "permissio"; did you mean "permission"?',
    ],
    [
      'all',
      'findTokenNeeds',
      [undefined, { tokenKind: 'clasic' }],
      '"tokenKind" must be classic, fine_grained, oauth, app_user, app_installation or workflow, and not "clasic"',
    ],
    [
      'all',
      'openArchive',
      [{ type: 'packed' }],
      '"from" must be a path, a file URL or a stream of bytes, and not an object',
    ],
    ['all', 'openArchive', [3], '"from" must be a path, a file URL or a stream of bytes, and not 3'],
    [
      'all',
      'readArchive',
      [CURRENT, { limits: { entris: 3 } }],
      'there is no option "limits.entris"; did you mean "entries"?',
    ],
    ['all', 'readArchive', [CURRENT, { identityFiles: 'x' }], '"identityFiles" must be a list, and not "x"'],
    ['all', 'recordsOf', [CURRENT], '"kind" must be user, '],
    ['all', 'verifyArchive', [CURRENT, { onFinding: 3 }], '"onFinding" must be a function, and not 3'],
    [
      'all',
      'extractArchive',
      [CURRENT, { directory: 'x', selection: { repositories: 'x' } }],
      '"selection.repositories" must be a list, and not "x"',
    ],
    [
      'all',
      'loadArchive',
      [CURRENT, { store: 'x', takenAt: 'now' }],
      '"takenAt" must be a date, and not "now"',
    ],
    [
      'all',
      'dumpStore',
      [at('work.db'), { format: 'csv', output: 'x', repositories: 'a/b' }],
      '"repositories" must be a list, and not "a/b"',
    ],
    ['all', 'createReader', [at('work.db'), { authorize: 3 }], '"authorize" must be a function, and not 3'],
    [
      'all',
      'writeSite',
      [at('work.db'), { directory: 'x', accounts: 'x' }],
      '"accounts" must be a list, and not "x"',
    ],
    [
      'all',
      'createReader',
      [at('work.db'), { accounts: [] }],
      '"accounts" must name an account, or be left out',
    ],
    [
      'all',
      'createReader',
      [at('work.db'), { hasSql: 'no' }],
      '"hasSql" must be true or false, and not "no"',
    ],
    ['all', 'createNodeListener', [{}], '"reader" must be a reader, and not an object'],
    ['store', 'search', ['x', { accounts: [] }], '"accounts" must name an account, or be left out'],
    [
      'store',
      'threads',
      [{ kind: 'issue', state: 'merged' }],
      '"state" is "merged", and issues are never merged',
    ],
    [
      'store',
      'query',
      ['SELECT ?', [1]],
      '"options" must be an object, and not a list: values have names, and go into its member "parameters"',
    ],
    ...(
      [
        [new Date(), 'a Date'],
        [{}, 'an object'],
        [[], 'a list'],
      ] as const
    ).map(([since, found]) => {
      const expected = `"parameters.since" must be a text, a number, a boolean, bytes or null, and not ${found}`;
      return ['store', 'query', ['SELECT :since', { parameters: { since } }], expected] as const;
    }),
    [
      'all',
      'backup',
      [{ token: 'x', vault: 'x', retries: 1 }],
      'there is no option "retries"; did you mean "connection.retries"?',
    ],
    [
      'all',
      'verifyArchive',
      [new Uint8Array()],
      '"from" must be a path, a file URL or a stream of bytes, and not a Uint8Array',
    ],
    ...['exportArchive', 'downloadArchive'].map((name) => {
      const values = [{ client: { migrationsOf: () => undefined }, id: 1, path: 'a', directory: 'b' }];
      const given = name === 'exportArchive' ? values.map(({ id: _, ...rest }) => rest) : values;
      return ['all', name, given, 'both "path" and "directory" say where to'] as const;
    }),
    [
      'all',
      'dumpStore',
      [at('work.db'), { format: 'csv', output: 'x', repositories: [] }],
      '"repositories" must name a repository, or be left out',
    ],
    [
      'all',
      'dumpStore',
      [at('work.db'), { format: 'csv', output: 'x', tables: [] }],
      '"tables" must name a table, or be left out',
    ],
    ...(
      [
        ['dumpStore', { format: 'csv', output: 'x', hasPseudonyms: true }],
        ['writeSite', { directory: 'x', includesPrivate: true, hasPseudonyms: true }],
        ['planSite', { includesPrivate: true, hasPseudonyms: true }],
      ] as const
    ).map(
      ([call, options]) =>
        [
          'all',
          call,
          [at('work.db'), options],
          '"hasPseudonyms" is for public copies, and this one has what is private',
        ] as const,
    ),
    ['reader', 'threadHtml', [3], '"address" must be a text, and not 3'],
    ['all', 'planSite', [at('work.db'), { directory: 'x' }], 'there is no option "directory"'],
    ['all', 'copyVault', ['x', 'y', { isDryRun: 'x' }], '"isDryRun" must be true or false, and not "x"'],
    ['all', 'runJob', [3, { configuration: 'x' }], '"name" must be a text, and not 3'],
    [
      'all',
      'backup',
      [{ vault: 'x', token: 'x', keepWithin: '90d' }],
      '"keepWithin" must be an object, and not "90d"',
    ],
    [
      'all',
      'backup',
      [{ vault: 'x', token: 'x', keepWithin: { day: 1 } }],
      'there is no option "keepWithin.day"; did you mean "days"?',
    ],
    [
      'all',
      'backup',
      [{ vault: 'x', token: 'x', captures: ['x'] }],
      '"captures[0]" must be events, notifications, alerts, budgets, gists or stars, and not "x"',
    ],
    [
      'all',
      'backup',
      [{ vault: 'x', token: 'x', maxDropShare: 30 }],
      '"maxDropShare" must be a number from 0 to 1, and not 30',
    ],
    ['all', 'startSandbox', [{ port: 99_999 }], '"port" must be a port, and not 99999'],
    ['all', 'startSandbox', [{ faults: [3] }], '"faults[0]" must be an object, and not 3'],
    [
      'all',
      'startSandbox',
      [{ faults: [{ kind: 'answer', route: 3 }] }],
      '"faults[0].route" must be a text, and not 3',
    ],
    ['store', 'query', [3], '"sql" must be a text, and not 3'],
    ['store', 'search', ['x', { accounts: 'x' }], '"accounts" must be a list, and not "x"'],
    [
      'store',
      'threads',
      [{ kind: 'issue', sort: { by: 'x', isAscending: true } }],
      '"sort.by" must be relevance, created, updated, comments or reactions, and not "x"',
    ],
    [
      'store',
      'threads',
      [{ kind: 'issue', state: 'opn' }],
      '"state" must be open, closed, merged or all, and not "opn"',
    ],
    ['store', 'recordsAt', [{}], '"snapshotId" must be a whole number from 0, and not an object'],
    ['store', 'searchAll', ['x', null], '"options" must be an object, and not null'],
    ['store', 'allReleases', [null], '"options" must be an object, and not null'],
    ['store', 'allRepositories', [3], '"options" must be an object, and not 3'],
    ['store', 'savedQuery', [3], '"name" must be a text, and not 3'],
    ['store', 'restoreSnapshot', [1, 'x', { x: 1 }], 'there is no option "options.x"'],
    [
      'vault',
      'forget',
      [{ keepWithin: { days: 'x' } }],
      '"keepWithin.days" must be a whole number from 0, and not "x"',
    ],
    ['vault', 'forget', [3], '"what" must be an object, and not 3'],
    ['vault', 'pin', [['x'], 'a note'], 'its argument must be an object, and not "a note"'],
    ['vault', 'newest', ['acme'], 'its argument must be an object, and not "acme"'],
    ['vault', 'pin', ['x'], '"names" must be a list, and not "x"'],
    ['vault', 'import', ['x'], '"paths" must be a list, and not "x"'],
    ['vault', 'waitForNewer', [{}], '"than.takenAt" must be a date, and not undefined'],
    ['vault', 'withArchive', ['latest', 3], '"work" must be a function, and not 3'],
    [
      'vault',
      'check',
      [{ sample: { type: 'x' } }],
      '"sample.type" must be all, group, share or bytes, and not "x"',
    ],
    ['vault', 'check', [{ sample: { type: 'group', group: 3, groups: 2 } }], 'there is no group 3 of 2'],
    ['vault', 'status', [{ maxAgeMs: 'x' }], '"maxAgeMs" must be a number from 0, and not "x"'],
    ['reader', 'fetch', ['http://localhost/'], '"request" must be a Request, and not "http://localhost/"'],
    ['reader', 'markdown', [3], '"text" must be a text, and not 3'],
    ['reader', 'markdown', ['x', { repo: 'a/b' }], 'there is no option "repo"'],
  ])('%s: %s(%j)', async ([target, method, values, found]) => {
    expect(await answerOf(() => targetOf(target)[method]?.(...values))).toContain(`: ${found}`);
  });

  it('rejects promises, so that catch() hears of it', async () => {
    const call = client['getAccount']?.(3) as Promise<unknown>;
    await expect(call).rejects.toMatchObject({ code: 'usage' });
  });
});

it('a reader whose authorize() returns nothing forbids', async () => {
  await stores.loadArchive(CURRENT, { store: at('other.db'), keepsGit: false });
  const reader = await readers.createReader(at('other.db'), { authorize: () => undefined as never });
  onTestFinished(() => reader.close());
  expect((await reader.fetch(new Request('http://localhost/'))).status).toBe(403);
});

it('names the members that another object has, where one is misplaced or misspelt', () => {
  const hint = 'Its members are connectMs, headersMs, stallMs, wholeMs, slowMs';
  const create = () => clients.createClient({ timeouts: { connectMS: 1 } } as never);
  expect(create).toThrow(expect.objectContaining({ hint }));
});

it('gives nothing for a limit of 0, wherever there is one', () => {
  using store = stores.openStore(at('work.db'));
  const lists = [
    store.search('is:issue', { limit: 0 }).results,
    store.threads({ kind: 'issue', limit: 0 }),
    store.releases({ limit: 0 }),
    store.repositories({ limit: 0 }),
    store.query('SELECT 1', { maxRows: 0 }).all(),
  ];
  expect(lists).toEqual([[], [], [], [], []]);
});

it('takes a page token for the search alone that it is of', () => {
  using store = stores.openStore(at('work.db'));
  const { after, results } = store.search('is:issue', { limit: 1 });
  const next = store.search('is:issue', { limit: 1, after });
  expect(next.results).not.toEqual(results);
  for (const again of ['is:pr', 'is:issue is:open']) {
    const found = expect.objectContaining({ code: 'search-refused' });
    expect(() => store.search(again, { limit: 1, after })).toThrow(found);
  }
});

it('names all members that an argument may have, however many', async () => {
  const wrong = vaults.backup({ vault: at('vault'), colour: 'red' } as never);
  await expect(wrong).rejects.toMatchObject({
    hint: expect.stringMatching(/^Its members are .*\bkeepLast\b/),
  });
});
