import type { Command } from 'commander';
import { usualMaxAges } from '../../app/job-histories.ts';
import { openNamedVault, type VaultSettings } from '../../app/vault-location.ts';
import { formatDuration } from '../../base/durations.ts';
import { countText, formatSize } from '../../base/sizes.ts';
import {
  type AccountStatus,
  hasFailed,
  readVaultStatus,
  type VaultStatus,
} from '../../keeping/vault-status.ts';
import { nothingMissing } from '../../model/comparison-words.ts';
import { changesText } from '../../model/store-changes.ts';
import { PLAIN_PARTS } from '../../vault/encryption-wish.ts';
import { describeUnknown } from '../../vault/manifest.ts';
import { DEFAULT_MAX_DROP } from '../../vault/retention-policy.ts';
import type { RunSummary } from '../../vault/summarize-runs.ts';
import type { CommandContext } from '../context.ts';
import { type AccountFlags, addAccountFlag } from '../flags/account-flag.ts';
import { addFlag, addHelpEnd, type CommonFlags, parseSpan } from '../flags/flags.ts';
import { addSettingFlags } from '../flags/setting-flags.ts';
import { addVaultFlag } from '../flags/store-flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { cellText } from '../render/cell-text.ts';
import { nameCommands } from '../render/name-commands.ts';
import { wrapText } from '../render/wrap-text.ts';
import { ageText } from './reading/words.ts';

interface StatusFlags extends VaultSettings, AccountFlags, CommonFlags {
  readonly maxAge?: number;
  readonly maxDrop?: number;
}

/** `satchel status`: answers "is my backup good?" on one screen and by the exit status. */
export function defineStatus(command: Command, context: CommandContext): void {
  addVaultFlag(command);
  addFlag(
    command,
    '--max-age <span>',
    'fail (exit code 1) if the last good backup is older than this, such as 8d (default: max_age of each job that uses the vault, for its account)',
    {
      parse: parseSpan,
    },
  );
  addAccountFlag(command, 'archives');
  addSettingFlags(command, {
    maxDrop: {
      kind: 'percent',
      job: null,
      text: 'warn if the newest archive is smaller than the previous one by more than this (default: 20%)',
    },
  });
  addHelpEnd(command, ['status --vault ~/work', 'status --vault ~/work --max-age 8d --quiet']);
  command.action(async (flags: StatusFlags) => {
    const vault = await openNamedVault(flags, context, { needsStore: false });
    const status = await readVaultStatus({
      vault,
      nowMs: context.clock.now(),
      maxAgeMs: flags.maxAge,
      maxAgeMsOf: await usualMaxAges(vault, context),
      accounts: flags.account,
      maxDrop: flags.maxDrop ?? DEFAULT_MAX_DROP,
    });
    if (flags.json === true) {
      context.stdout.write(jsonLine(status));
    } else if (flags.quiet !== true || status.exit !== 'done') {
      // With --quiet, only problems are printed, as cron expects.
      context.stdout.write(wrapText(describe(status), context.stdout));
    }
    context.endWith(status.exit);
  });
}

function describe(status: VaultStatus): string {
  const { vault, storePath, isStoreFetched, storeFault, accounts, clones, lastRun, owed, plainArchives } =
    status;
  const { damagedManifests, lostArchives, encryption } = status;
  const owedLines = owed.flatMap(({ account, unlocks, deletions }) => [
    ...unlocks.map(
      ({ migrationId, repository }) => `unlock ${repository} of ${account} (migration ${migrationId})`,
    ),
    ...deletions.map(
      (migrationId) => `delete the archive of migration ${migrationId} of ${account} at the service`,
    ),
  ]);
  const lines = [
    `${cellText(vault)}: ${VERDICTS[status.exit] ?? 'NOT good'}`,
    ...(accounts.length === 0 ? ['  it has no archives'] : accounts.flatMap(describeAccount)),
    `  store      ${isStoreFetched ? cellText(storePath ?? 'none') : 'the newest one is not on this machine, so it was not checked'}`,
    ...describeEncryption(encryption),
    ...(clones.gists + clones.stars === 0 ? [] : [`  clones     ${describeClones(clones)}`]),
    ...(storeFault === undefined ? [] : [`  WARNING    the store: ${cellText(nameCommands(storeFault))}`]),
    ...(lastRun === undefined ? [] : [`  last run   ${describeRun(lastRun)}`]),
    ...(hasFailed(lastRun) ? ['  WARNING    the last run failed, so newer work may not be backed up'] : []),
    ...named('owed', owedLines),
    ...named(
      'plain',
      plainArchives.map((name) => `the archive ${cellText(name)}: "satchel vault repair" encrypts it`),
    ),
    ...named(
      'damaged',
      damagedManifests.map((name) => `the manifest ${cellText(name)} cannot be read`),
    ),
    ...named(
      'lost',
      lostArchives.map((name) => `the archive ${cellText(name)} and its manifest are missing`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function describeEncryption(encryption: VaultStatus['encryption']): readonly string[] {
  const { recipients = [], extent, change } = encryption ?? {};
  const keys = countText(recipients.length, 'key');
  const what =
    extent === 'archives' ? `archives, for ${keys}; NOT the ${PLAIN_PARTS}` : `everything, for ${keys}`;
  return [
    ...(recipients.length === 0 ? [] : [`  encrypted  ${what}`]),
    ...(change === undefined ? [] : [`  WARNING    ${cellText(change)}`]),
  ];
}

function describeClones({ gists, stars }: VaultStatus['clones']): string {
  return `${countText(gists, 'gist')}, ${countText(stars, 'starred repository', 'starred repositories')}`;
}

const VERDICTS: Readonly<Partial<Record<VaultStatus['exit'], string>>> = {
  done: 'good',
  warnings: 'good, with warnings',
  failed: 'TOO OLD',
  absent: 'NO good backup',
};

function describeAccount(account: AccountStatus): readonly string[] {
  const { lastGood, suspicion, isOverdue } = account;
  const service = account.baseUrl === undefined ? '' : ` at ${cellText(account.baseUrl)}`;
  const kept = `${countText(account.archives, 'archive')}, ${account.verifiedArchives} verified, ${formatSize(account.sizeBytes)}`;
  return [
    `  ${cellText(account.account)}${service}`,
    ...(lastGood === undefined
      ? ['    last good  NEVER: it has no verified archive']
      : [
          `    last good  ${lastGood.takenAt.slice(0, 19)}Z, ${describeAge(lastGood)}${isOverdue ? ': TOO OLD' : ''}`,
          `    contents   ${countText(lastGood.sizes.repositories, 'repository', 'repositories')}, ${countText(lastGood.sizes.records, 'record')}, ${formatSize(lastGood.sizes.bytes)}`,
          ...describeCompleteness(lastGood.completeness),
          ...lastGood.paths.map((path) => `    where      ${cellText(path)}`),
        ]),
    `    kept       ${kept}`,
    ...(suspicion === undefined ? [] : [`    WARNING    ${cellText(suspicion)}`]),
  ];
}

/** Ages above this are given in months and years. */
const LONG_AGO_MS = 60 * 86_400_000;

function describeAge({ takenAt, ageMs }: NonNullable<AccountStatus['lastGood']>): string {
  if (ageMs === undefined) {
    return 'which is in the future';
  }
  return ageMs < LONG_AGO_MS ? `${formatDuration(ageMs)} ago` : ageText(takenAt, Date.parse(takenAt) + ageMs);
}

type Completeness = NonNullable<AccountStatus['lastGood']>['completeness'];

function describeCompleteness(completeness: Completeness): readonly string[] {
  if (completeness === undefined) {
    return ['    complete   unknown: it was not compared when it arrived'];
  }
  const { checks, isComplete, outside = [] } = completeness;
  const bad = checks.filter(({ result }) => result === 'incomplete');
  const unknown = checks.filter(({ result }) => result === 'unknown');
  return [
    `    complete   ${isComplete ? `yes: ${nothingMissing(checks.length - unknown.length)}` : 'NO'}${describeUnknown(checks)}`,
    ...bad.map(({ summary }) => `               ${cellText(summary)}`),
    ...outside.map((sentence) => `    outside    ${cellText(sentence)}`),
  ];
}

function named(name: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, index) => `  ${(index === 0 ? name : '').padEnd(9)}  ${line}`);
}

/** A run in one line: time, command, result, duration, bytes and what it changed. */
function describeRun(run: RunSummary): string {
  const { beganAt, command, downloadedBytes, changes } = run;
  const bytes = downloadedBytes === 0 ? '' : `, ${formatSize(downloadedBytes)} downloaded`;
  const changed = changes === undefined ? '' : `; ${changesText(changes)}`;
  return `${beganAt.slice(0, 19)}Z ${cellText(command)}: ${describeResult(run)}${bytes}${changed}`;
}

/** The result of a run, with the reason if it failed. */
function describeResult({ beganAt, endedAt, exit, reason }: RunSummary): string {
  if (endedAt === undefined || exit === undefined) {
    return 'has not ended: it was interrupted, or is still running';
  }
  const duration = formatDuration(Math.max(0, Date.parse(endedAt) - Date.parse(beganAt)));
  const why = reason === undefined ? '' : ` (${cellText(reason)})`;
  return `${exit} after ${duration}${why}`;
}
