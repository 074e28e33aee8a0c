import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE } from '../../house/packed-program.ts';
import { type ForeignProject, makeForeignProject, ownFaults } from '../foreign-project.ts';

/** The oldest compiler that reads the declarations, as the guide says. */
const OLDEST = fileURLToPath(new URL('../../../node_modules/typescript-oldest/bin/tsc', import.meta.url));

const LIBRARY_ON_TOP = `
import { createClient, Failure, type JobEvent, openStore, openVault, readArchive, recordsOf, startSandbox, backup, exportArchive } from 'satchel';

export const client = createClient();
export const listAlerts = () => client.alerts.list({ type: 'organization', name: 'acme' });
export const store = openStore('work.db');
export const found = () => store.search('x').results;
export const conversation = () => store.thread('acme/app#1').timeline;
export const vault = openVault('vault');
export const status = async () => (await vault).status();
export const events = () => readArchive('work.tar.gz');
export const sandbox = startSandbox();
export const report = () => backup({ vault: 'vault', token: 'x' });
export const exported = () => exportArchive({ client });
export const titles = () => [...store.records('issue')].map(({ value }) => value.title.toUpperCase());
export const reviewers = () => store.savedQuery<{ reviewer: string }>('busiest-reviewers', { rows: 5 }).all();
export const changed = () =>
  [...store.changes(1)].flatMap((one) => (one.kind === 'issue' ? [one.before?.title, one.after?.title] : []));
export const titlesOverTime = () =>
  store.history('acme/app#1').versions.flatMap((one) => (one.kind === 'issue' ? [one.value?.title.trim()] : []));
/** Members that no schema knows. */
export const others = () => [...store.records('release')].map(({ value }) => {
  const all: Readonly<Record<string, unknown>> = value;
  return all['made_up'];
});
export const labels = (): AsyncIterable<{ readonly name: string }> =>
  client.list('/repos/{owner}/{repo}/labels', { owner: 'acme', repo: 'app', per_page: 100 });
export const keysOfItems = async (): Promise<readonly string[]> => {
  const keys = new Set<string>();
  for await (const item of client.list('/user/repos')) Object.keys(item).forEach((key) => keys.add(key));
  return [...keys];
};
export const repository = () =>
  client.request({ method: 'GET', route: '/repos/{owner}/{repo}', parameters: { owner: 'acme', repo: 'app' } });
export const pages = () => client.pages('GET /orgs/{org}/teams', { org: 'acme' }, { signal: AbortSignal.timeout(1) });
export const user = () => client.request({ method: 'GET', route: '/user' });
export const ofIssues = () => recordsOf(new URL('file:///work.tar.gz'), 'issue');
export const until = (error: unknown) =>
  error instanceof Failure && error.code === 'rate-limited' ? error.details.until : undefined;
export class NotMine extends Failure {
  override readonly name = 'NotMine';
  readonly owner: string;
  constructor(owner: string) {
    super('locked', 'Cannot use the vault: it is not mine', { details: { pid: 1 } });
    this.owner = owner;
  }
}
export const alwaysDone = async () => (await backup({ vault: 'vault', token: 'x', keepLast: 3 })).archives;
export const maybeDone = async () => {
  const report = await backup({ vault: 'vault', token: 'x', skipIfYoungerMs: 1 });
  return report.isSkipped ? report.ageMs : report.archives;
};
export const share = () =>
  backup({
    vault: 'vault',
    token: 'x',
    onReport(event) {
      if (event.type === 'downloading' || event.type === 'loading') {
        const { doneBytes, totalBytes = doneBytes } = event.fields;
        process.stdout.write((doneBytes / totalBytes).toFixed(2));
      } else if (event.type === 'summary' && !event.fields.isSkipped) {
        process.stdout.write(event.fields.archives.map(({ path }) => path).join(' '));
      } else if (event.type === 'note') {
        process.stdout.write(event.text.trim());
      }
    },
  });
export const reasonOf = (event: JobEvent) =>
  event.type === 'ended' ? event.fields.outcome.trim() : event.type === 'started' ? describe(event) : event.text;
const describe = (event: Extract<JobEvent, { readonly type: 'started' }>) =>
  'migrationId' in event.fields ? String(event.fields.migrationId) : event.fields.job;
export const typedLabels = () =>
  client.listOf<{ readonly name: string }>()('/repos/{owner}/{repo}/labels', { owner: 'acme', repo: 'app', per_page: 100 });
export const threads = (signal: AbortSignal) => store.allThreads({ kind: 'issue', state: 'open', signal });
export const all = async () => {
  const titles: (string | null)[] = [];
  for await (const { title } of store.searchAll('is:issue', { accounts: ['acme'] })) titles.push(title);
  return titles;
};
`;

/** Compilers since 5.3 look at how a class recognises its instances; older ones at its constructor. */
const SINCE_HAS_INSTANCE = `
import { Failure } from 'satchel';
class Mine extends Failure {
  readonly owner = 'me';
}
export const ownerOf = (error: unknown) => (error instanceof Mine ? error.owner : undefined);
export const codeOf = (error: unknown) => (error instanceof Failure ? error.code : undefined);
`;

/** What the examples in comments take for granted. */
const GIVEN = {
  createServer: "typeof import('node:http').createServer",
  client: "import('satchel').Client",
  store: "import('satchel').Store",
  reader: "import('satchel').Reader",
  token: 'string',
  id: "import('satchel').MigrationId",
  signal: 'AbortSignal',
  error: 'unknown',
  config: 'unknown',
};

const MISTAKES = [
  [
    "import { readArchive } from 'satchel/archive';",
    'for await (const e of readArchive("a")) if (e.type === "records" && e.batch.kind === "isue") break;',
  ],
  [
    "import { startSandbox } from 'satchel/sandbox';",
    'await startSandbox({ faults: [{ kind: "answer", satus: 503 }] });',
  ],
  [
    "import { startSandbox } from 'satchel/sandbox';",
    'await startSandbox({ faults: [{ kind: "answer", bytes: 503 }] });',
  ],
  [
    "import { Failure } from 'satchel';",
    'try {} catch (e) { if (e instanceof Failure && e.code === "absnt") throw e; }',
  ],
  [
    "import { openStore } from 'satchel/store';",
    'for (const { title } of openStore("a").query<{ title: string }>("SELECT 1")) title.toFixed();',
  ],
  ["import { openStore } from 'satchel/store';", 'openStore("a").records("isue");'],
  [
    "import { openStore } from 'satchel/store';",
    'for (const { kind, value } of openStore("a").records()) if (kind === "issue") value.titel.trim();',
  ],
  // Members that no schema knows need a look at all members.
  [
    "import { recordsOf } from 'satchel/archive';",
    'for await (const { value } of recordsOf("a", "release")) console.log(value.tagname);',
  ],
  [
    "import { openStore } from 'satchel/store';",
    'for (const { kind, after } of openStore("a").changes(1)) if (kind === "issue") after?.titel.trim();',
  ],
  [
    "import { openStore } from 'satchel/store';",
    'for (const { kind, value } of openStore("a").history("a").versions) if (kind === "issue") value?.titel.trim();',
  ],
  [
    "import { openStore } from 'satchel/store';",
    'for (const { kind } of openStore("a").search("x").results) if (kind === "isue") break;',
  ],
  [
    "import { startSandbox } from 'satchel/sandbox';",
    'await startSandbox({ faults: [{ kind: "reset", stage: "midle" }] });',
  ],
  [
    "import { Failure } from 'satchel';",
    'try {} catch (e) { if (e instanceof Failure && e.code === "rate-limited") console.log(e.details.untl); }',
  ],
  [
    "import { createClient } from 'satchel/client';",
    'for await (const issue of createClient().list("/repos/{owner}/{repo}/issues", { owner: "a", rep: "b" })) issue;',
  ],
  [
    "import { createClient } from 'satchel/client';",
    'const issues: AsyncIterable<{ title: string }> = createClient().list("/repos/{owner}/{repo}/issues", { owner: "a" }); issues;',
  ],
  [
    "import { createClient } from 'satchel/client';",
    'createClient().request({ method: "GET", route: "/repos/{owner}/{repo}", parameters: { owner: "a", rep: "b" } });',
  ],
  [
    "import { createClient } from 'satchel/client';",
    'createClient().request({ method: "GET", route: "/repos/{owner}/{repo}" });',
  ],
  [
    "import { createClient } from 'satchel/client';",
    'createClient().request({ method: "GET", route: "user" });',
  ],
  ["import { createClient } from 'satchel/client';", 'createClient().pages("repos");'],
  [
    "import { openStore } from 'satchel/store';",
    'openStore("a").savedQuery("busiest-reviewers", { row: 5 });',
  ],
  [
    "import { openStore } from 'satchel/store';",
    'openStore("a").query("SELECT $x", { parameters: { x: new Date() } });',
  ],
  [
    "import { recordsOf } from 'satchel/archive';",
    'for await (const { value } of recordsOf("a", "issue")) value.title.toFixed();',
  ],
  ["import { backup } from 'satchel/vault';", 'await backup({ vault: "a" });'],
  [
    "import { createClient } from 'satchel/client';",
    'createClient({ token: "x", app: { appId: "1", privateKey: "x" } });',
  ],
  [
    "import { Failure } from 'satchel';",
    'try {} catch (e) { if (e instanceof Failure && e.code === "locked") e.details.pid?.trim(); }',
  ],
  [
    "import { backup } from 'satchel/vault';",
    'const r = await backup({ vault: "a", token: "x", skipIfYoungerMs: 1 }); if (r.isSkipped) r.archives;',
  ],
  ["import { backup } from 'satchel/vault';", 'await backup({ vault: "a", token: "x", keepsLast: 1 });'],
  [
    "import { backup } from 'satchel/vault';",
    'await backup({ vault: "a", token: "x", onReport: (event) => { if (event.type === "downloadin") return; } });',
  ],
  [
    "import { backup } from 'satchel/vault';",
    'await backup({ vault: "a", token: "x", onReport: (event) => { if (event.type === "loading") event.fields.bytes; } });',
  ],
  ["import { AnyFailure } from 'satchel';", 'class Own extends AnyFailure<"mine"> {} new Own();'],
  [
    "import { Failure } from 'satchel';",
    'throw new Failure("rate-limited", "Cannot ask", { details: { untill: "now" } });',
  ],
  [
    "import { Failure } from 'satchel';",
    'class Mine extends Failure { constructor() { super("absnt", "Cannot find it"); } } new Mine();',
  ],
  [
    "import { Failure } from 'satchel';",
    'class Mine extends Failure { constructor() { super("locked", "Cannot lock it", { details: { pid: "1" } }); } } new Mine();',
  ],
  [
    "import { Failure } from 'satchel';",
    'throw new Failure("locked", "Cannot lock it", { details: { pid: "1" } });',
  ],
  [
    "import { createClient } from 'satchel/client';",
    'createClient().listOf<{ title: string }>()("/repos/{owner}/{repo}/issues", { owner: "a", rep: "b" });',
  ],
  ["import { openStore } from 'satchel/store';", 'openStore("a").allThreads({ kind: "issue", limit: 3 });'],
] as const;

describe('the types of the library', () => {
  let project: ForeignProject;
  beforeAll(() => {
    project = makeForeignProject();
  });

  it('let a library on top of it emit declarations', () => {
    const modules = { 'on-top.mts': LIBRARY_ON_TOP, 'own.mts': SINCE_HAS_INSTANCE };
    const printed = project.compile(modules, { declaration: true });
    expect(ownFaults(printed)).toEqual([]);
    expect(readFileSync(`${project.directory}/on-top.d.mts`, 'utf8')).toContain('AsyncGenerator<');
  });

  it('are read by the oldest compiler that the guide names, and with the resolution of bundlers', () => {
    const oldest = project.compile({ 'old.mts': LIBRARY_ON_TOP }, { noEmit: true }, OLDEST);
    const bundled = project.compile(
      { 'old.mts': LIBRARY_ON_TOP },
      { noEmit: true, module: 'ESNext', moduleResolution: 'bundler' },
    );
    expect([...ownFaults(oldest), ...ownFaults(bundled)]).toEqual([]);
  });

  it('are read by a project that names no types, as is usual with TypeScript 7', () => {
    const printed = project.compile(
      { 'plain.mts': LIBRARY_ON_TOP },
      { noEmit: true, types: [], lib: ['es2023'] },
    );
    expect(ownFaults(printed)).toEqual([]);
  });

  it('fit the examples in the comments', () => {
    const declarations = readFileSync(new URL('dist/index.d.ts', PACKAGE), 'utf8');
    const names = [...declarations.matchAll(/^export declare (?:\w+ )?(?:function|class|const) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const examples = [...declarations.matchAll(/@example\n((?: *\* .*\n)+?) *\*\//g)].map(([, text = '']) =>
      text.replaceAll(/^ *\* /gm, ''),
    );
    const modules = examples.map((text, index) => {
      const used = [...new Set(names)].filter((name) =>
        new RegExp(`\\b${name}\\(|\\b${name}\\b &&|instanceof ${name}\\b`).test(text),
      );
      const given = Object.entries(GIVEN).filter(
        ([name]) =>
          new RegExp(`\\b${name}\\b`).test(text) && !new RegExp(`(?:const|using) ${name}\\b`).test(text),
      );
      const types = given.map(([name, type]) => `declare const ${name}: ${type};`);
      return [
        `example${index}.mts`,
        `import { ${used.join(', ')} } from 'satchel';\n${types.join('\n')}\n${text}\nexport {};\n`,
      ];
    });
    expect(examples.length).toBeGreaterThan(30);
    expect(ownFaults(project.compile(Object.fromEntries(modules), { noEmit: true }))).toEqual([]);
  });

  it('refuse mistakes', () => {
    const modules = MISTAKES.map(([head, text], index) => [
      `mistake${index}.mts`,
      `${head}\n${text}\nexport {};\n`,
    ]);
    const faults = ownFaults(project.compile(Object.fromEntries(modules), { noEmit: true }));
    const named = faults.map((line) => /mistake\d+/.exec(line)?.[0]);
    expect(new Set(named)).toEqual(new Set(modules.map((_, index) => `mistake${index}`)));
  });

  it('have a name each, and need no package but those of Node', () => {
    const declarations = readFileSync(new URL('dist/index.d.ts', PACKAGE), 'utf8');
    const imported = [...declarations.matchAll(/from '([^']+)'|import\("([^"]+)"\)/g)].map(
      ([, a, b]) => a ?? b,
    );
    expect(imported.filter((name) => name?.startsWith('node:') !== true)).toEqual([]);
    // Of texts and numbers; objects span lines.
    const optional = declarations.split('\n').filter((line) => /^ {4}readonly \w+\?: [^{(]+;$/.test(line));
    expect(optional.length).toBeGreaterThan(300);
    expect(optional.filter((line) => !/\bundefined;$/.test(line))).toEqual([]);
  });
});
