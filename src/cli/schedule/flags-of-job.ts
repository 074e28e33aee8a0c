import { Failure } from '../../base/index.ts';
import type { JobSettings } from '../../config/index.ts';
import type { BackupFlags } from '../commands/backup.ts';
import { JOB_FLAGS } from './job-flags.table.ts';

/** The flags that `satchel backup` would be called with for this job. Fails where the job asks for what there is not. */
export function flagsOfJob(job: JobSettings): BackupFlags {
  const missing = unknownSettings(job);
  if (missing.length > 0) {
    throw new Failure(
      'configuration-wrong',
      `Cannot run the job "${job.name}": this version has no ${missing.join(', ')} in a backup yet`,
      { hint: 'Take the setting out of the job, or update Satchel' },
    );
  }
  const members = JOB_FLAGS.map(({ flag, value }) => [flag, value(job)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as BackupFlags; // By the table.
}

/** What the job asks for and a backup cannot do. */
export function unknownSettings(job: JobSettings): readonly string[] {
  return JOB_FLAGS.filter(({ isThere, value }) => !isThere && value(job) !== undefined).map(
    ({ setting }) => setting,
  );
}
