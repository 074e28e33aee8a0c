import { type Command, InvalidArgumentError } from 'commander';
import { type IdentitySettings, openingOf } from '../../../app/archive-argument.ts';
import { archivesOf } from '../../../app/plan-forgetting.ts';
import { reportTransfer } from '../../../app/transfer-progress.ts';
import { openNamedVault, type VaultSettings } from '../../../app/vault-location.ts';
import { formatDuration } from '../../../base/durations.ts';
import { countText, formatSize } from '../../../base/sizes.ts';
import { Failure } from '../../../model/failure.ts';
import { storedFileOf } from '../../../vault/manifest.ts';
import { parseReadSample, type ReadSample } from '../../../vault/read-sample.ts';
import { remediesOf, type VaultFinding } from '../../../vault/vault-findings.table.ts';
import type { CommandContext } from '../../context.ts';
import { type AccountFlags, addAccountFlag } from '../../flags/account-flag.ts';
import { addFlag, addHelpEnd, type CommonFlags } from '../../flags/flags.ts';
import { addIdentityFlag } from '../../flags/identity-flags.ts';
import { addVaultFlag } from '../../flags/store-flags.ts';
import { jsonLine } from '../../output/json-names.ts';
import { createReporter } from '../../output/reporter.ts';
import { cellText } from '../../render/cell-text.ts';
import { wrapText } from '../../render/wrap-text.ts';

interface CheckFlags extends VaultSettings, AccountFlags, IdentitySettings, CommonFlags {
  readonly readData?: boolean;
  readonly readDataSubset?: ReadSample;
}

const EXIT_OF_SEVERITY = { error: 'verification', warning: 'warnings', info: 'done' } as const;

/** `satchel vault check`: reports everything that is wrong with a vault, and repairs nothing. */
export function defineCheck(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addAccountFlag(command, 'archives');
  addFlag(
    command,
    '--read-data',
    'read every archive, attachment and repository again, and verify all records',
  );
  addFlag(
    command,
    '--read-data-subset <part>',
    'read only a part: group n of t (2/7), or a random share (5%) or size (2G)',
    { parse: parsePart },
  );
  addIdentityFlag(command);
  addHelpEnd(command, [
    'vault check --vault ~/work',
    'vault check --vault ~/work --read-data',
    'vault check --vault ~/work --read-data-subset 2/7',
  ]);
  command.action(async (flags: CheckFlags) => {
    if (flags.readData === true && flags.readDataSubset !== undefined) {
      throw new Failure('usage', 'Cannot combine --read-data and --read-data-subset', { hint: 'Choose one' });
    }
    const { checkVault } = await import('../../../keeping/check-vault.ts');
    const vault = await openNamedVault(flags, context, { isRepair: true, onDamagedStore: 'left' });
    const reporter = createReporter(context, {
      json: false,
      quiet: flags.quiet === true || flags.json === true,
    });
    const startedMs = context.clock.now();
    const findings: VaultFinding[] = [];
    let archivesRead = 0;
    let bytesRead = 0;
    const checking = checkVault({
      vault,
      accounts: flags.account,
      sample: flags.readDataSubset ?? (flags.readData === true ? { type: 'all' } : undefined),
      ...(await openingOf(flags)),
      random: context.random,
      clock: context.clock,
      searchPath: context.env['PATH'] ?? '',
      signal: context.signal,
      onArchive(manifest) {
        archivesRead += 1;
        bytesRead += storedFileOf(manifest).sizeBytes;
        reporter.note(`Reading ${manifest.archive}`);
      },
      onProgress: reportTransfer('Checking', { clock: context.clock, onReport: reporter.report }),
    });
    try {
      for await (const finding of checking) {
        findings.push(finding);
      }
    } finally {
      reporter.end();
    }
    const archives = archivesOf(flags, await vault.manifests()).length;
    const durationMs = context.clock.now() - startedMs;
    const summary = { vault: vault.name, archives, archivesRead, bytesRead, findings, durationMs };
    context.stdout.write(
      flags.json === true ? jsonLine(summary) : wrapText(describe(summary), context.stdout),
    );
    const severity = (['error', 'warning'] as const).find((one) =>
      findings.some((finding) => finding.severity === one),
    );
    context.endWith(EXIT_OF_SEVERITY[severity ?? 'info']);
  });
}

function parsePart(text: string): ReadSample {
  const sample = parseReadSample(text);
  if (sample === undefined) {
    throw new InvalidArgumentError(
      'It must be a group such as 2/7, a share such as 5%, or a size such as 2G.',
    );
  }
  return sample;
}

interface CheckSummary {
  readonly vault: string;
  readonly archives: number;
  readonly archivesRead: number;
  readonly bytesRead: number;
  readonly findings: readonly VaultFinding[];
  readonly durationMs: number;
}

function describe({ vault, archives, archivesRead, bytesRead, findings, durationMs }: CheckSummary): string {
  const isBad = findings.some(({ severity }) => severity === 'error');
  const read = archivesRead === 0 ? 'none read' : `${archivesRead} read (${formatSize(bytesRead)})`;
  const lines = findings.map(({ severity, code, message }) => `  ${severity}  ${code}: ${cellText(message)}`);
  return [
    `${vault}: ${isBad ? 'DAMAGED' : 'no damage found'}`,
    `  ${countText(archives, 'archive')}, ${read}, in ${formatDuration(durationMs)}`,
    ...lines,
    ...remediesFor(findings),
    '',
  ].join('\n');
}

/** The commands that mend findings, each code once. */
function remediesFor(findings: readonly VaultFinding[]): readonly string[] {
  const codes = new Set(findings.map(({ code }) => code));
  return [...codes].flatMap((code) =>
    remediesOf(code).map(([remedy, effect]) => `  ${code}: "satchel vault ${remedy}" ${effect}`),
  );
}
