import type { ScheduledJob } from '../../../src/schedule/scheduled-job.ts';
import type { UnitPlan } from '../../../src/schedule/unit-plan.ts';

export function unitJob(
  name: string,
  schedules: readonly string[],
  rest: Partial<ScheduledJob> = {},
): ScheduledJob {
  return {
    name,
    schedules,
    timeZone: 'Europe/Berlin',
    jitterMs: 0,
    catchesUp: true,
    lanes: [],
    retries: 0,
    retryDelayMs: 0,
    ...rest,
  };
}

export function unitPlan(jobs: readonly ScheduledJob[], rest: Partial<UnitPlan> = {}): UnitPlan {
  return {
    jobs,
    program: ['/bin/echo', '/opt/my apps/main.js'],
    configPath: '/home/mira/100% mine/satchel.yaml',
    id: 'a1b2c3d4',
    writable: ['/home/mira/my vault', '/home/mira/.local/state/satchel'],
    environmentFile: '/home/mira/.config/satchel/environment',
    variables: ['SATCHEL_TOKEN'],
    isSystemWide: true,
    ...rest,
  };
}
