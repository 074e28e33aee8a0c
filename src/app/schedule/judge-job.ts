import { messageOf } from '../../base/index.ts';
import type { Complaint, JobSettings } from '../../config/index.ts';
import { judgeRecipients } from '../../vault/index.ts';
import { readBackupWay } from '../backup-flags.ts';
import { requireBudgetsOfSomebody } from '../capture-work.ts';
import type { Context } from '../context.ts';
import { recipientsOf } from '../identity-flags.ts';
import { requirePolicy } from '../keep-flags.ts';
import { readRequest } from '../request-flags.ts';
import { flagsOfJob } from './flags-of-job.ts';

/** What a backup would refuse of a job before it calls anybody: better said now than at three in the morning. */
export async function judgeJob(job: JobSettings, context: Context): Promise<readonly Complaint[]> {
  const flags = flagsOfJob(job);
  const at = `/jobs/${job.name}`;
  const steps: readonly (readonly [pointer: string, judge: () => unknown])[] = [
    [at, async () => await readRequest(flags, context)],
    [at, () => readBackupWay(flags)],
    [`${at}/with`, () => requireBudgetsOfSomebody(flags)],
    [`${at}/retention`, () => requirePolicy(flags)],
    [`${at}/encryption`, async () => await judgeRecipients(await recipientsOf(flags))],
  ];
  const complaints: Complaint[] = [];
  for (const [pointer, judge] of steps) {
    try {
      await judge();
    } catch (error) {
      complaints.push({ pointer, message: `The job "${job.name}": ${messageOf(error)}` });
    }
  }
  return complaints;
}
