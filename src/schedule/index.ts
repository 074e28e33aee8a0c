/**
 * When a job is due, and running it: cron expressions in time zones, what was missed, who may run beside whom, and the
 * small file that remembers it. It is handed the function that does the work, and knows nothing of backups.
 */

export { describeSchedule } from './describe-schedule.ts';
export { formatMetrics, type ProcessMetric } from './format-metrics.ts';
export { longestPauseMs } from './longest-pause.ts';
export { dropUntold, type JobPage, openRunBook, type RunBook, readPages } from './run-book.ts';
export { runNow } from './run-now.ts';
export { readRunTimes } from './run-times.ts';
export type { ScheduleEvent } from './schedule-event.ts';
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
export { withCrontabLines } from './units/crontab.ts';
export { UNIT_KINDS, type UnitKindName } from './units/unit-kinds.table.ts';
export type { UnitFile, UnitPlan } from './units/unit-plan.ts';
export { startWatchServer } from './watch-server.ts';
export { systemZoneName } from './zone-time.ts';
