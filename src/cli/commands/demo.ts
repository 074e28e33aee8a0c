import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { BackupReport } from '../../backup/backup-report.ts';
import { invariant } from '../../base/failure.ts';
import { shellWord } from '../../base/terminal-text.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import { pluralOfKind } from '../../model/record-kind.ts';
import type { ExportedArchive } from '../../sandbox/write-archive.ts';
import { requireDriver } from '../../store/driver.ts';
import { openStore, type Store } from '../../store/store.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd, type CommonFlags } from '../flags/flags.ts';
import { writeTable } from '../render/write-rows.ts';
import { browse } from './browse.ts';

interface DemoFlags extends CommonFlags {
  readonly seed: string;
  readonly vault?: string;
}

/** Shown with their results, to demonstrate what a store is good for. */
const QUERIES = [
  'select repo, number, title, author, state from issues order by number limit 5',
  `select repo, count(*) as pull_requests, sum(state = 'merged') as merged, count(distinct author) as authors
  from pull_requests group by repo order by pull_requests desc`,
] as const;

/** `satchel demo`: runs a backup against its own sandbox, and proves that each step really happened. */
export function defineDemo(command: Command, context: CommandContext): void {
  addFlag(command, '--seed <text>', 'seed of the sample data: the same seed gives the same data', {
    default: 'satchel',
  });
  addFlag(command, '--vault <dir>', 'where to put the vault (default: a new temporary directory)', {
    isOwn: true, // Demo data must not get into the vault of SATCHEL_VAULT.
  });
  addHelpEnd(command, ['demo', 'demo --seed other --vault demo-vault']);
  command.action(async (flags: DemoFlags) => {
    await runDemo(flags, context);
  });
}

/** Exports the data of a sandbox, and shows the result: in a terminal in the reader too, until a signal. */
async function runDemo(flags: DemoFlags, context: CommandContext): Promise<void> {
  const path = await backUpSandbox(flags, context);
  if (flags.json === true) {
    return;
  }
  const { stdout, stdin, invocation } = context;
  // Without a person who can press Ctrl-C, it has to end by itself.
  const isWatched = stdout.isTTY === true && 'isTTY' in stdin && stdin.isTTY === true;
  const command = `${invocation} browse --db ${shellWord(path)}`;
  if (isWatched && flags.quiet !== true) {
    stdout.write(`Read it in a browser, later with "${command}":\n`);
    await browse({ path, storePath: path }, {}, context);
  } else {
    const { USUAL_PORT } = await import('../../browse/start-browser.ts');
    stdout.write(`Read it in a browser, at http://127.0.0.1:${USUAL_PORT}:\n  ${command}\n`);
  }
}

/** Returns the path of the store. */
async function backUpSandbox(flags: DemoFlags, context: CommandContext): Promise<string> {
  requireDriver();
  const { startSandbox } = await import('../../sandbox/start-sandbox.ts');
  const { showBackup } = await import('../output/show-backup.ts');
  const sandbox = await startSandbox({
    dialect: 'service',
    seed: flags.seed,
    clock: context.clock,
    pendingMs: 300,
    exportMs: 600,
    onError: (error) =>
      context.stderr.write(`sandbox: ${messageOf(error)}
`),
  });
  try {
    const { ready } = sandbox;
    const vault = flags.vault ?? join(await mkdtemp(join(tmpdir(), 'satchel-demo-')), 'vault');
    const report = await showBackup(
      {
        vault,
        account: { name: 'demo', baseUrl: ready.base_url, dialect: ready.dialect },
        pollInterval: 500,
      },
      flags,
      { ...context, env: { ...context.env, SATCHEL_TOKEN: ready.tokens.classic } },
    );
    invariant('storePath' in report, 'a backup into a new vault is never skipped');
    const store = openStore(report.storePath);
    try {
      requireAgreement(sandbox.exported(Number(report.archives[0]?.migrationId)), report, store);
      if (flags.json !== true) {
        await present(store, context);
      }
      return store.path;
    } finally {
      store.close();
    }
  } finally {
    await sandbox.close();
  }
}

/** Fails unless the result matches what the sandbox exported. */
function requireAgreement(exported: ExportedArchive | undefined, report: BackupReport, store: Store): void {
  const rows = new Map(store.tables().map((table) => [table.name, table.rows]));
  // Kinds without a table of their own are in this one.
  for (const [kind, count] of store.query('select kind, count(*) from other_records group by kind').rows) {
    const name = pluralOfKind(String(kind));
    rows.set(name, (rows.get(name) ?? 0) + Number(count));
  }
  const claims: (readonly [claim: string, expected: unknown, found: unknown])[] = [
    ['digest of the archive', exported?.sha256, report.archives[0]?.sha256],
    ['size of the archive', exported?.sizeBytes, report.archives[0]?.sizeBytes],
    ['verification', true, report.isVerified],
    ...Object.entries(exported?.counts ?? {}).map(
      ([kind, count]) => [`number of ${pluralOfKind(kind)}`, count, rows.get(pluralOfKind(kind))] as const,
    ),
  ];
  for (const [claim, expected, found] of claims) {
    if (expected !== found) {
      throw new Failure(
        'internal',
        `The demo failed its self-check: expected the ${claim} to be ${expected}, found ${found}`,
      );
    }
  }
}

async function present(store: Store, { stdout, invocation }: CommandContext): Promise<void> {
  for (const sql of QUERIES) {
    stdout.write(`\nsql> ${sql}\n`);
    await writeTable({ stdout }, store.query(sql));
  }
  stdout.write(
    `\nThe store is ${store.path}\nQuery it yourself:\n  ${invocation} query --db ${shellWord(store.path)} "select author, count(*) as comments from issue_comments group by author order by comments desc limit 5"\n`,
  );
}
