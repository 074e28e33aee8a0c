import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { requireFreePath } from '../../../archive/write-archive.ts';
import { fileFailure } from '../../../base/file-failure.ts';
import { definedMembers } from '../../../base/json.ts';
import { countText, formatSize, totalOf } from '../../../base/sizes.ts';
import { DEFAULT_SEED, type ExportReport, type Sandbox } from '../../../sandbox/sandbox-options.ts';
import { readScenario } from '../../../sandbox/scenario.ts';
import { startSandbox } from '../../../sandbox/start-sandbox.ts';
import { writeSampleArchive } from '../../../sandbox/write-sample-archive.ts';
import type { CommandContext } from '../../context.ts';
import type { Reporter } from '../../output/reporter.ts';
import type { SandboxFlags } from './sandbox.ts';

/** The interval of `--live` without a value. */
const DEFAULT_PACE_MS = 20_000;

/** Default size of a sample: small enough to keep in a source repository. */
const SAMPLE_REPOSITORIES = 3;
const SAMPLE_ISSUES = 12;

/** Runs the sandbox until the signal is aborted. */
export async function serveSandbox(
  flags: SandboxFlags,
  reporter: Reporter,
  context: CommandContext,
): Promise<void> {
  const scenario = flags.scenario === undefined ? undefined : await readScenario(flags.scenario);
  const appKey = flags.appKey === undefined ? undefined : await readKey(flags.appKey);
  const sandbox = await startSandbox({
    ...definedMembers({
      scenario,
      appKey,
      seed: flags.seed,
      livePaceMs: flags.live === true ? DEFAULT_PACE_MS : flags.live,
      host: flags.host,
      repositories: flags.repositories,
      issues: flags.issues,
      years: flags.years,
      largeFiles: flags.largeFiles,
      pendingMs: flags.pendingTime,
      exportMs: flags.exportTime,
      failing: flags.fail,
      faults: flags.fault,
      hasFaultControl: flags.faultControl,
      plan: flags.plan,
    }),
    port: flags.port,
    dialect: flags.dialect,
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
    const { ready } = sandbox;
    context.stdout.write(
      flags.json === true ? `${JSON.stringify(ready)}\n` : announceSandbox(sandbox, context),
    );
    if (!context.signal.aborted) {
      await once(context.signal, 'abort');
    }
  } finally {
    await sandbox.close();
  }
}

async function readKey(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read the key of the app', path);
  });
}

function exportedFields({ migrationId, repositories, counts, sizeBytes, sha256 }: ExportReport): object {
  return { migrationId, repositories, counts, sizeBytes, sha256 };
}

function exportedLine(report: ExportReport): string {
  const records = totalOf(report.counts);
  return `Exported migration ${report.migrationId}: ${countText(records, 'record')}, ${formatSize(report.sizeBytes)}`;
}

/** Writes an archive of a complete generated account to a file, which must be new without `--force`. */
export async function writeSample(
  flags: SandboxFlags,
  path: string,
  reporter: Reporter,
  context: CommandContext,
): Promise<void> {
  requireFreePath(path, flags.force === true);
  const { counts, sizeBytes, sha256 } = await writeSampleArchive({
    repositories: flags.repositories ?? SAMPLE_REPOSITORIES,
    issues: flags.issues ?? SAMPLE_ISSUES,
    seed: flags.seed ?? DEFAULT_SEED,
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

/** Describes how to use a running sandbox: its addresses, contents and credentials, and commands to paste. */
function announceSandbox({ ready }: Sandbox, { invocation }: CommandContext): string {
  const tokens = Object.entries(ready.tokens).map(([kind, token]) => `  ${kind.padEnd(16)}  ${token}`);
  const dialect = ready.dialect === 'service' ? '' : ` --dialect ${ready.dialect}`;
  return [
    `Sandbox at ${ready.base_url} (archives at ${ready.storage_url}), dialect ${ready.dialect}`,
    `Account ${ready.user}, organization ${ready.organization}, enterprise ${ready.enterprise}, ${countText(ready.repositories.length, 'repository', 'repositories')}:`,
    ...ready.repositories.map((name) => `  ${name}`),
    'Tokens:',
    ...tokens,
    'OAuth app:',
    `  client id         ${ready.oauth_app.client_id}`,
    `  client secret     ${ready.oauth_app.client_secret}`,
    'Try:',
    `  SATCHEL_TOKEN=${ready.tokens.classic} ${invocation} backup --base-url ${ready.base_url}${dialect} --vault my-vault`,
    'Stop with Ctrl-C.',
    '',
  ].join('\n');
}
