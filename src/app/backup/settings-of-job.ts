import { definedMembers } from '../../base/index.ts';
import type { JobSettings } from '../../config/index.ts';
import { MIGRATION_SWITCHES } from '../../model/index.ts';
import type { BackupChoices, BackupSettings } from './backup-settings.ts';
import { JOB_CHOICES } from './job-choices.table.ts';

/** The backup that a job asks for. */
export function settingsOfJob(job: JobSettings): BackupSettings {
  return { ...choicesOf(job), vault: job.vault, job: job.name, account: job.account };
}

function choicesOf(job: JobSettings): BackupChoices {
  const members = JOB_CHOICES.map(({ choice, value }) => [choice, value(job)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)); // By the table.
}

/**
 * Choices completed by those of a job; what was given wins. Where repositories are chosen, all of the job's own choice of
 * repositories is left out; a migration that is named has its repositories and switches already.
 */
export function withJob(choices: BackupChoices, job: JobSettings): BackupSettings {
  const given: BackupChoices = definedMembers(choices);
  const choosing = JOB_CHOICES.filter(({ isRequest }) => isRequest === true).map(({ choice }) => choice);
  const isChosen = choosing.some((choice) => choice in given);
  const left = new Set<string>([
    ...(isChosen || given.migration !== undefined ? choosing : []),
    ...(given.migration === undefined ? [] : [...Object.keys(MIGRATION_SWITCHES), 'fresh', 'split']),
  ]);
  const own = Object.entries(settingsOfJob(job)).filter(([name]) => !left.has(name));
  return { vault: job.vault, ...Object.fromEntries(own), ...given };
}
