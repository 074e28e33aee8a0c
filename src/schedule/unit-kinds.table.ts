import { crontabLines } from './crontab.ts';
import type { UnitFile, UnitPlan } from './unit-plan.ts';
import { launchdAgents } from './units/launchd.ts';
import { systemdUnits } from './units/systemd.ts';

interface UnitKind {
  readonly summary: string;
  readonly write: (plan: UnitPlan) => readonly UnitFile[];
}

export const UNIT_KINDS = {
  systemd: { summary: 'a hardened service and a timer for each job', write: systemdUnits },
  cron: { summary: 'a line of the crontab for each schedule', write: crontabLines },
  launchd: { summary: 'a property list for each job', write: launchdAgents },
} as const satisfies Readonly<Record<string, UnitKind>>;

export type UnitKindName = keyof typeof UNIT_KINDS;
