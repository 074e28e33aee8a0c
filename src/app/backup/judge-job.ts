import { messageOf } from '../../base/index.ts';
import type { Complaint, JobSettings } from '../../config/index.ts';
import { judgeRecipients } from '../../vault/index.ts';
import { readBackupWay, recipientsOf, requireBudgetsOfOrganization } from './backup-settings.ts';
import { requirePolicy } from './keep-policy.ts';
import { readRequest } from './read-request.ts';
import { settingsOfJob } from './settings-of-job.ts';

/** What a backup would refuse of a job before it calls the service: better said now than at three in the morning. */
export async function judgeJob(job: JobSettings): Promise<readonly Complaint[]> {
  const settings = settingsOfJob(job);
  const at = `/jobs/${job.name}`;
  const steps: readonly (readonly [pointer: string, judge: () => unknown])[] = [
    [at, async () => await readRequest(settings, {})],
    [at, () => readBackupWay(settings)],
    [`${at}/with`, () => requireBudgetsOfOrganization(settings)],
    [`${at}/retention`, () => requirePolicy(settings)],
    [`${at}/encryption`, async () => await judgeRecipients(await recipientsOf(settings))],
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
