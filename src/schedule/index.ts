/**
 * Scheduling jobs: cron expressions in time zones, missed due times, which jobs may run concurrently, and the small file
 * that records it all. The function that does the work is passed in: this room knows nothing about backups.
 */

export { describeSchedule } from './describe-schedule.ts';
export { formatMetrics, type ProcessMetric } from './format-metrics.ts';
export { longestPauseMs } from './longest-pause.ts';
export { runNow } from './run-now.ts';
export { readRunTimes, systemZoneName } from './run-times.ts';
export type { ScheduleEvent, UnsentEvent } from './schedule-event.ts';
export {
  type JobState,
  openScheduleState,
  readJobStates,
  removeUnsent,
  type ScheduleState,
} from './schedule-state.ts';
export type {
  ArchiveFacts,
  PerformRun,
  RunRecord,
  RunRequest,
  RunResult,
  RunSummary,
  ScheduledJob,
} from './scheduled-job.ts';
export { type JobView, Scheduler, type SchedulerOptions } from './scheduler.ts';
export { openSharedState, type SharedText } from './shared-state.ts';
export { withCrontabLines } from './units/crontab.ts';
export { UNIT_KINDS, type UnitKindName } from './units/unit-kinds.table.ts';
export { type UnitFile, type UnitPlan, unitNameOf } from './units/unit-plan.ts';
export { startWatchServer } from './watch-server.ts';
