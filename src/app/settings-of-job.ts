import { definedMembers } from '../base/json.ts';
import type { Complaint } from '../config/check-configuration.ts';
import type { JobSettings } from '../config/configuration.ts';
import { backupSettings, ENCRYPTION_SETTINGS } from '../model/backup-settings.table.ts';
import { messageOf } from '../model/failure.ts';
import { MIGRATION_SWITCHES } from '../model/migrations.ts';
import {
  type BackupSettings,
  encryptionOf,
  requireFolderOfClones,
  requireOneMigration,
  requireOwnerOfCaptures,
} from './backup-settings.ts';
import { requirePolicy } from './plan-forgetting.ts';
import { readRequest } from './read-request.ts';
import { configurationId } from './schedule/state-files.ts';

export function settingsOfJob({ name, backup, account, configuration }: JobSettings): BackupSettings {
  return { ...backup, job: name, configuration: configurationId({ path: configuration }), account };
}

const REQUEST = backupSettings().flatMap(({ name, isRequest }) => (isRequest === true ? name : []));
const ENCRYPTION = Object.keys(ENCRYPTION_SETTINGS);

/**
 * Completes settings with those of a job; given ones take precedence. If they select repositories, the job's selection
 * is ignored, and so are its recipients if they say something about encryption. A named migration already has repositories and switches.
 */
export function withJob(settings: Partial<BackupSettings>, job: JobSettings): BackupSettings {
  const given: Partial<BackupSettings> = definedMembers(settings);
  const left = new Set<string>([
    ...(REQUEST.some((name) => name in given) || given.migration !== undefined ? REQUEST : []),
    ...(ENCRYPTION.some((name) => name in given) ? ENCRYPTION : []),
    ...(given.migration === undefined ? [] : [...Object.keys(MIGRATION_SWITCHES), 'fresh', 'split']),
  ]);
  const own = Object.entries(settingsOfJob(job)).filter(([name]) => !left.has(name));
  return { vault: job.backup.vault, ...Object.fromEntries(own), ...given };
}

/** Finds errors of a job that would make its backup fail before it calls the service, so that they are reported early. */
export async function checkJob(job: JobSettings): Promise<readonly Complaint[]> {
  const settings = settingsOfJob(job);
  const at = `/jobs/${job.name}`;
  const steps: readonly (readonly [pointer: string, check: () => unknown])[] = [
    [at, async () => await readRequest(settings, {})],
    [at, () => requireOneMigration(settings)],
    [`${at}/${settings.with === undefined ? 'clone' : 'with'}`, () => requireOwnerOfCaptures(settings)],
    [`${at}/clone`, () => requireFolderOfClones(settings)],
    [`${at}/retention`, () => requirePolicy(settings)],
    [`${at}/encryption`, async () => await encryptionOf(settings)],
  ];
  const complaints: Complaint[] = [];
  for (const [pointer, check] of steps) {
    try {
      await check();
    } catch (error) {
      complaints.push({ pointer, message: `The job "${job.name}": ${messageOf(error)}` });
    }
  }
  return complaints;
}
