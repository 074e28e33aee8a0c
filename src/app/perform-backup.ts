import type { BackupReport, SkippedBackup } from '../backup/backup-report.ts';
import type { CaptureWork } from '../backup/capture-from-service.ts';
import { runBackup } from '../backup/run-backup.ts';
import { formatDuration } from '../base/durations.ts';
import { satchelVersion } from '../base/own-package.ts';
import { KIND_TITLES } from '../client/check-token.ts';
import { createAlerts } from '../endpoints/alerts.ts';
import { createBudgets } from '../endpoints/budgets.ts';
import { createEvents } from '../endpoints/events.ts';
import { listGists, listStars } from '../endpoints/gists-and-stars.ts';
import { createNotifications } from '../endpoints/notifications.ts';
import { findGit } from '../git/run-git.ts';
import { openVaultAt } from '../keeping/open-vault-at.ts';
import { Failure } from '../model/failure.ts';
import { accessOf } from '../model/permissions.ts';
import { requireDriver } from '../store/driver.ts';
import { describeNewVault } from '../vault/encryption-wish.ts';
import {
  type BackupSettings,
  capturesOf,
  encryptionOf,
  requireFolderOfClones,
  requireGitOfLfs,
  requireOneMigration,
  requireOwnerOfCaptures,
} from './backup-settings.ts';
import { type AppContext, noteTo, type Report } from './context.ts';
import { requirePolicy } from './plan-forgetting.ts';
import { readRequest } from './read-request.ts';
import { reportBackup } from './report-backup.ts';
import { openService, type Service } from './service.ts';

/** The result of a backup, or why none was needed. */
export type PerformedBackup = (BackupReport | SkippedBackup) & { readonly durationMs: number };

/** Performs a backup, from the settings to the vault. Commands, jobs and library users all call this function. */
export async function performBackup(settings: BackupSettings, context: AppContext): Promise<PerformedBackup> {
  requireDriver(); // Checked before anything is requested, because an export may take hours.
  requireOwnerOfCaptures(settings);
  requireFolderOfClones(settings);
  requireGitOfLfs(settings);
  if (settings.clone !== undefined || settings.lfs === true) {
    await findGit({ searchPath: context.env['PATH'] ?? '', signal: context.signal });
  }
  const service = await openService(settings, context);
  try {
    requireTokenOfCaptures(settings, service);
    return await backUp(service, settings, context);
  } finally {
    await service.close();
  }
}

/**
 * Fails (`token-kind`) before anything is started if a capture cannot succeed with the token of the backup: migrations take
 * classic tokens, and budgets any other kind (specification 4.1 and 4.5). Tokens of unknown kind are tried.
 */
export function requireTokenOfCaptures(
  settings: Partial<BackupSettings>,
  { client, dialect }: Service,
): void {
  const { tokenKind: kind = 'unknown' } = client;
  const access = accessOf('GET', '/organizations/{org}/settings/billing/budgets');
  const isRefused = kind !== 'unknown' && access?.tokens.includes(kind) === false;
  if (isRefused && capturesOf(settings).includes('budgets')) {
    throw new Failure(
      'token-kind',
      `Cannot keep budgets in a backup: ${dialect.title} does not accept ${KIND_TITLES[kind]} for them, and migrations accept no other token`,
      {
        hint: 'Leave "budgets" out of "captures"; a client with a fine-grained token can list them',
        commandHint: `Leave "budgets" out of --with, and keep them with "satchel budgets list --org ${settings.org} --capture" and a fine-grained token`,
        details: { kind },
      },
    );
  }
}

async function backUp(
  service: Service,
  settings: BackupSettings,
  context: AppContext,
): Promise<PerformedBackup> {
  const { clock, random, env, signal, runId, dueMs, isVaultExpected = false } = context;
  const requested = await readRequest(settings, context);
  const encryption = await encryptionOf(settings); // A wrong key must be reported before anything is started.
  const onEvent = reportBackup(context);
  const open = (create: boolean) =>
    openVaultAt(settings.vault, {
      clock,
      random,
      signal,
      env: settings.caFile === undefined ? env : { ...env, SATCHEL_CA_FILE: settings.caFile },
      create,
      encryption,
      isForBackup: true,
      onWait: (obstacle) =>
        onEvent({
          type: 'trouble',
          message: `Another run is writing to the vault, and this one waits. ${obstacle}`,
        }),
    });
  const vault = await open(false).catch(async (error) => {
    if (!(error instanceof Failure && error.code === 'absent')) {
      throw error;
    }
    if (isVaultExpected) {
      throw missingVault(error, settings);
    }
    await service.getAccount(); // A wrong token leaves no empty vault behind.
    return await open(true);
  });
  const made = describeNewVault(vault);
  if (made !== undefined) {
    noteTo(context.onReport)(`${made}.`);
  }
  requireOneMigration(settings);
  const startedMs = clock.now();
  const report = await runBackup({
    ...settings,
    service,
    vault,
    requested,
    clock,
    random,
    runId,
    dueMs,
    satchelVersion: satchelVersion(),
    captures: captureWorkOf(settings, service),
    clones: settings.clone && { names: settings.clone, remoteOf: service.remoteOf },
    lfs: settings.lfs === true ? service.lfs : undefined,
    searchPath: env['PATH'] ?? '',
    retention: requirePolicy(settings),
    signal,
    onEvent,
  });
  const isPartial = report.exit === 'done' && service.client.leftOut().length > 0;
  const exit = isPartial ? 'warnings' : report.exit;
  const performed = { ...report, exit, durationMs: clock.now() - startedMs };
  context.onReport?.(summaryOf(performed));
  return performed;
}

/** A drive may not be mounted: a new vault would fill another disk, and its runs would seem to be good. */
function missingVault(error: Failure, { job }: BackupSettings): Failure {
  return new Failure('absent', `${error.message}, although there was one when this job last succeeded`, {
    cause: error,
    hint: 'Mount its drive; if a new vault should be there, create it with openVault',
    commandHint: `Mount its drive; if a new vault should be there, "satchel backup --job ${job}" creates it`,
  });
}

/** The last report of a backup has its result. */
export type BackupSummary =
  | (BackupReport & { readonly durationMs: number; readonly isSkipped?: undefined })
  | (SkippedBackup & { readonly durationMs: number; readonly isSkipped: true });

function summaryOf(performed: PerformedBackup): Report {
  if ('storePath' in performed) {
    return { level: 'info', type: 'summary', fields: performed satisfies BackupSummary };
  }
  const { account, ageMs } = performed;
  const text = `Nothing to do: the last good backup of ${account} is ${formatDuration(ageMs)} old`;
  const fields: BackupSummary = { isSkipped: true, ...performed };
  return { level: 'info', type: 'summary', fields, text };
}

function captureWorkOf(settings: BackupSettings, { client }: Service): CaptureWork {
  return {
    names: capturesOf(settings),
    events: createEvents(client),
    notifications: createNotifications(client),
    alerts: createAlerts(client),
    budgetsOf: (org) => createBudgets(client, org),
    listGists: () => listGists(client),
    listStars: () => listStars(client),
  };
}
