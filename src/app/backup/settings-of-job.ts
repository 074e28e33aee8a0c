import { definedMembers } from '../../base/index.ts';
import type { Complaint, JobSettings } from '../../config/index.ts';
import { MIGRATION_SWITCHES, messageOf } from '../../model/index.ts';
import { configurationId } from '../schedule/state-files.ts';
import {
  type BackupChoices,
  type BackupSettings,
  ENCRYPTION_CHOICES,
  encryptionOf,
  readBackupWay,
  requireFolderOfClones,
  requireOwnerOfCaptures,
} from './backup-settings.ts';
import { JOB_CHOICES } from './job-choices.table.ts';
import { requirePolicy } from './keep-policy.ts';
import { readRequest } from './read-request.ts';

/** The options of a job's backup. */
export function settingsOfJob(job: JobSettings): BackupSettings {
  const { name, vault, account } = job;
  const configuration = configurationId({ path: job.configuration });
  return { ...choicesOf(job), vault, job: name, configuration, account };
}

function choicesOf(job: JobSettings): BackupChoices {
  const members = JOB_CHOICES.map(({ choice, value }) => [choice, value(job)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/**
 * Completes options with those of a job; given options take precedence. If they select repositories, the job's selection
 * is ignored, and so are its recipients if they say something about encryption. A named migration already has repositories and switches.
 */
export function withJob(choices: BackupChoices, job: JobSettings): BackupSettings {
  const given: BackupChoices = definedMembers(choices);
  const choosing = JOB_CHOICES.filter(({ isRequest }) => isRequest === true).map(({ choice }) => choice);
  const isChosen = choosing.some((choice) => choice in given);
  const left = new Set<string>([
    ...(isChosen || given.migration !== undefined ? choosing : []),
    ...(ENCRYPTION_CHOICES.some((choice) => choice in given) ? ENCRYPTION_CHOICES : []),
    ...(given.migration === undefined ? [] : [...Object.keys(MIGRATION_SWITCHES), 'fresh', 'split']),
  ]);
  const own = Object.entries(settingsOfJob(job)).filter(([name]) => !left.has(name));
  return { vault: job.vault, ...Object.fromEntries(own), ...given };
}

/** Finds errors of a job that would make its backup fail before it calls the service, so that they are reported early. */
export async function checkJob(job: JobSettings): Promise<readonly Complaint[]> {
  const settings = settingsOfJob(job);
  const at = `/jobs/${job.name}`;
  const steps: readonly (readonly [pointer: string, check: () => unknown])[] = [
    [at, async () => await readRequest(settings, {})],
    [at, () => readBackupWay(settings)],
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
