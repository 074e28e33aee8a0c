import { once } from 'node:events';
import type { Command } from 'commander';
import { definedMembers, formatSize, totalOf } from '../../base/index.ts';
import { DIALECTS, type DialectName } from '../../model/index.ts';
import { type ExportReport, type Sandbox, startSandbox, writeSampleArchive } from '../../sandbox/index.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd, gatherNames, parseSpan, parseTime, parseWholeNumber } from '../flags.ts';
import { createReporter, type Reporter } from '../reporter.ts';

interface SandboxFlags {
  readonly host?: string;
  readonly port: number;
  readonly dialect: DialectName;
  readonly seed: string;
  readonly repositories?: number;
  readonly issues?: number;
  readonly years?: number;
  readonly generation: 'current' | '2019';
  readonly pendingTime?: number;
  readonly exportTime?: number;
  readonly fail?: readonly string[];
  readonly now?: number;
  readonly output?: string;
  readonly log?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The size of a sample where nobody says otherwise: small enough to keep beside the code. */
const SAMPLE_REPOSITORIES = 3;
const SAMPLE_ISSUES = 12;

/** `satchel sandbox`: the stand-in service until a signal, or one archive of its world with `--output`. */
export function defineSandbox(command: Command, context: CommandContext): void {
  addFlag(command, '--host <address>', 'address to listen on (default: 127.0.0.1)');
  addFlag(command, '--port <number>', 'port of the API; 0 picks a free one', {
    parse: parseWholeNumber,
    default: 0,
  });
  addFlag(command, '--dialect <name>', 'how the interface is spelled', {
    choices: Object.keys(DIALECTS),
    default: 'service',
  });
  addFlag(command, '--seed <text>', 'the world to make: the same seed gives the same world', {
    default: 'satchel',
  });
  addFlag(command, '--repositories <number>', 'repositories in the world', { parse: parseWholeNumber });
  addFlag(command, '--issues <number>', 'issues and pull requests of a repository, on average', {
    parse: parseWholeNumber,
  });
  addFlag(command, '--years <number>', 'how long the world has been at work', { parse: parseWholeNumber });
  addFlag(command, '--generation <name>', 'format of the archives', {
    choices: ['current', '2019'],
    default: 'current',
  });
  addFlag(command, '--pending-time <span>', 'how long a migration stays pending', { parse: parseSpan });
  addFlag(command, '--export-time <span>', 'how long it is exporting', { parse: parseSpan });
  addFlag(command, '--fail <owner/name>', 'a repository whose migrations fail; repeat for more', {
    parse: gatherNames,
  });
  addFlag(command, '--now <time>', 'the moment that the world has reached, for --output', {
    parse: parseTime,
  });
  addFlag(command, '--output <file>', 'write an archive of the whole world to a file, and end');
  addFlag(command, '--log', 'show each request on stderr');
  addHelpEnd(command, [
    'sandbox',
    'sandbox --port 8080 --dialect github --log',
    'sandbox --seed mine --output sample.tar.gz',
  ]);
  command.action(async (flags: SandboxFlags) => {
    const reporter = createReporter(context, { json: flags.json === true, quiet: flags.quiet === true });
    await (flags.output === undefined
      ? serve(flags, reporter, context)
      : writeSample(flags, flags.output, reporter, context));
  });
}

async function serve(flags: SandboxFlags, reporter: Reporter, context: CommandContext): Promise<void> {
  const sandbox = await startSandbox({
    ...definedMembers({
      host: flags.host,
      repositories: flags.repositories,
      issues: flags.issues,
      years: flags.years,
      pendingMs: flags.pendingTime,
      exportMs: flags.exportTime,
      failing: flags.fail,
    }),
    port: flags.port,
    dialect: flags.dialect,
    seed: flags.seed,
    generation: flags.generation,
    clock: context.clock,
    onExported: (report) => reporter.event('exported', exportedFields(report), exportedLine(report)),
    onRequest: ({ origin, method, path, status, caller }) => {
      if (flags.log === true) {
        context.stderr.write(`${origin} ${method} ${path} ${status} (${caller})\n`);
      }
    },
    onError: (error) => reporter.note(`sandbox: ${String(error)}`),
  });
  try {
    announce(sandbox, flags, context);
    if (!context.signal.aborted) {
      await once(context.signal, 'abort');
    }
  } finally {
    await sandbox.close();
  }
}

function announce({ ready }: Sandbox, flags: SandboxFlags, context: CommandContext): void {
  if (flags.json === true) {
    context.stdout.write(`${JSON.stringify(ready)}\n`);
    return;
  }
  const tokens = Object.entries(ready.tokens).map(([kind, token]) => `  ${kind.padEnd(16)}  ${token}`);
  const dialect = ready.dialect === 'service' ? '' : ` --dialect ${ready.dialect}`;
  context.stdout.write(
    [
      `Sandbox at ${ready.base_url} (archives at ${ready.storage_url}), dialect ${ready.dialect}`,
      `Account ${ready.user}, organization ${ready.organization}, ${ready.repositories.length} repositories:`,
      ...ready.repositories.map((name) => `  ${name}`),
      'Tokens:',
      ...tokens,
      'Try:',
      `  SATCHEL_TOKEN=${ready.tokens.classic} ${context.invocation} backup --base-url ${ready.base_url}${dialect} --vault my-vault`,
      'Stop with Ctrl-C.',
      '',
    ].join('\n'),
  );
}

function exportedFields({ migrationId, repositories, counts, sizeBytes, sha256 }: ExportReport): object {
  return { migrationId, repositories, counts, sizeBytes, sha256 };
}

function exportedLine(report: ExportReport): string {
  const records = totalOf(report.counts);
  return `Exported migration ${report.migrationId}: ${records} records, ${formatSize(report.sizeBytes)}`;
}

async function writeSample(
  flags: SandboxFlags,
  path: string,
  reporter: Reporter,
  context: CommandContext,
): Promise<void> {
  const { counts, sizeBytes, sha256 } = await writeSampleArchive({
    repositories: flags.repositories ?? SAMPLE_REPOSITORIES,
    issues: flags.issues ?? SAMPLE_ISSUES,
    seed: flags.seed,
    dialect: flags.dialect,
    generation: flags.generation,
    nowMs: flags.now ?? context.clock.now(),
    path,
  });
  reporter.event('summary', { path, sizeBytes, sha256, counts });
  if (flags.json !== true) {
    context.stdout.write(`${path}  ${formatSize(sizeBytes)}  sha256 ${sha256}\n`);
  }
}
