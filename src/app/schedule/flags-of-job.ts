import type { JobSettings } from '../../config/index.ts';
import type { BackupFlags } from '../perform-backup.ts';
import { JOB_FLAGS } from './job-flags.table.ts';

/** The flags that `satchel backup` would be called with for this job. */
export function flagsOfJob(job: JobSettings): BackupFlags {
  const members = JOB_FLAGS.map(({ flag, value }) => [flag, value(job)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as BackupFlags; // By the table.
}
