import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { BackupReport } from '../../backup/backup-report.ts';
import { invariant } from '../../base/failure.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import { pluralOfKind } from '../../model/record-kind.ts';
import type { ExportedArchive } from '../../sandbox/write-archive.ts';
import { requireDriver } from '../../store/driver.ts';
import { openStore, type Store } from '../../store/store.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import { writeTable } from '../render/write-rows.ts';

interface DemoFlags {
  readonly seed: string;
  readonly vault?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Shown with their results, to demonstrate what a store is good for. */
const QUERIES = [
  'select repo, number, title, author, state from issues order by number limit 5',
  `select repo, count(*) as pull_requests, sum(state = 'merged') as merged, count(distinct author) as authors
  from pull_requests group by repo order by pull_requests desc`,
] as const;

/** What people know; "satchel tables" lists the others. */
const SHOWN_TABLES: ReadonlySet<string> = new Set([
  'repositories',
  'issues',
  'pull_requests',
  'issue_comments',
  'pull_request_reviews',
  'releases',
]);

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

/** Exports the data of a sandbox, and shows the result. */
async function runDemo(flags: DemoFlags, context: CommandContext): Promise<void> {
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
        await present(store, report, context);
      }
    } finally {
      store.close();
    }
  } finally {
    await sandbox.close();
  }
}

/** Fails unless the result matches what the sandbox exported. */
function requireAgreement(exported: ExportedArchive | undefined, report: BackupReport, store: Store): void {
  const others = store.query('SELECT kind, count(*) FROM other_records GROUP BY kind').rows;
  const rows = new Map([
    ...store.tables().map((table) => [table.name, table.rows] as const),
    ...[...others].map(([kind, count]) => [pluralOfKind(String(kind)), Number(count)] as const),
  ]);
  const claims: (readonly [claim: string, expected: unknown, found: unknown])[] = [
    ['digest of the archive', exported?.sha256, report.archives[0]?.sha256],
    ['size of the archive', exported?.sizeBytes, report.archives[0]?.sizeBytes],
    ['verification', true, report.isVerified],
    ...Object.entries(exported?.counts ?? {}).map(
      ([kind, count]) => [`rows of ${pluralOfKind(kind)}`, count, rows.get(pluralOfKind(kind))] as const,
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

async function present(store: Store, report: BackupReport, context: CommandContext): Promise<void> {
  const { stdout, invocation } = context;
  const filled = store.tables().filter(({ rows }) => rows !== undefined && rows > 0);
  const shown = filled.filter(({ name }) => SHOWN_TABLES.has(name));
  stdout.write(`\nRows per table, for ${shown.length} of ${filled.length}:\n`);
  await writeTable(stdout, {
    columns: ['table', 'rows'],
    rows: shown.map(({ name, rows }) => [name, rows ?? 0]),
  });
  for (const sql of QUERIES) {
    stdout.write(`\nsql> ${sql}\n`);
    await writeTable(stdout, store.query(sql));
  }
  stdout.write(
    `\nThe store is ${report.storePath}\nQuery it yourself:\n  ${invocation} query --db ${report.storePath} "select author, count(*) as comments from issue_comments group by author order by comments desc limit 5"\nRead it in a browser:\n  ${invocation} browse --db ${report.storePath}\n`,
  );
}
