import type { DefineCommand } from './steps.ts';

interface CommandRow {
  readonly name: string;
  readonly summary: string;
  /** Loads the command's module only when it was called. */
  readonly load: () => Promise<DefineCommand>;
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'backup',
    summary: 'export, wait, download, verify and load, in one go',
    load: async () => (await import('./commands/backup.ts')).defineBackup,
  },
  {
    name: 'export',
    summary: 'the same as single steps: start, list, status, repos, wait, download, delete, unlock',
    load: async () => (await import('./commands/export/export.ts')).defineExport,
  },
  {
    name: 'inspect',
    summary: 'say what is in an archive',
    load: async () => (await import('./commands/inspect.ts')).defineInspect,
  },
  {
    name: 'verify',
    summary: 'prove that an archive is whole and right',
    load: async () => (await import('./commands/verify.ts')).defineVerify,
  },
  {
    name: 'load',
    summary: 'load archives into a store',
    load: async () => (await import('./commands/load.ts')).defineLoad,
  },
  {
    name: 'open',
    summary: 'load an archive and read it in a web browser',
    load: async () => (await import('./commands/open.ts')).defineOpen,
  },
  {
    name: 'diff',
    summary: 'say what differs between two archives, stores or snapshots',
    load: async () => (await import('./commands/diff.ts')).defineDiff,
  },
  {
    name: 'history',
    summary: 'show one record through time',
    load: async () => (await import('./commands/history.ts')).defineHistory,
  },
  {
    name: 'query',
    summary: 'ask a store in SQL',
    load: async () => (await import('./commands/query.ts')).defineQuery,
  },
  {
    name: 'search',
    summary: 'find what somebody wrote',
    load: async () => (await import('./commands/search.ts')).defineSearch,
  },
  {
    name: 'browse',
    summary: 'read a store in a web browser',
    load: async () => (await import('./commands/browse.ts')).defineBrowse,
  },
  {
    name: 'site',
    summary: 'write a store as pages that open without any program',
    load: async () => (await import('./commands/site.ts')).defineSite,
  },
  {
    name: 'issue',
    summary: 'list issues, and read one in the terminal',
    load: async () => (await import('./commands/reading/threads.ts')).defineIssue,
  },
  {
    name: 'pr',
    summary: 'list pull requests, and read one with its reviews',
    load: async () => (await import('./commands/reading/threads.ts')).definePr,
  },
  {
    name: 'release',
    summary: 'list releases, and read one',
    load: async () => (await import('./commands/reading/release.ts')).defineRelease,
  },
  {
    name: 'repo',
    summary: 'list repositories, and say what one holds',
    load: async () => (await import('./commands/reading/repo.ts')).defineRepo,
  },
  {
    name: 'tables',
    summary: 'list the tables of a store',
    load: async () => (await import('./commands/tables.ts')).defineTables,
  },
  {
    name: 'schema',
    summary: 'say what each table and column of a store holds',
    load: async () => (await import('./commands/schema.ts')).defineSchema,
  },
  {
    name: 'stats',
    summary: 'draw what a store holds as charts',
    load: async () => (await import('./commands/stats.ts')).defineStats,
  },
  {
    name: 'dump',
    summary: 'write a store as csv, ndjson, json, parquet, markdown or an archive',
    load: async () => (await import('./commands/dump.ts')).defineDump,
  },
  {
    name: 'extract',
    summary: 'give back repositories, attachments and release assets as files',
    load: async () => (await import('./commands/extract.ts')).defineExtract,
  },
  {
    name: 'vault',
    summary: 'look after many archives: list, check, repair, rebuild, forget, prune, pin, unpin, import',
    load: async () => (await import('./commands/vault/vault.ts')).defineVault,
  },
  {
    name: 'status',
    summary: 'say whether there is a good backup, of what, how complete, and what is owed',
    load: async () => (await import('./commands/status.ts')).defineStatus,
  },
  {
    name: 'log',
    summary: 'say what the last runs on a vault did',
    load: async () => (await import('./commands/log.ts')).defineLog,
  },
  {
    name: 'events',
    summary: 'read the feeds of activity, and keep them',
    load: async () => (await import('./commands/verbs/events.table.ts')).defineEvents,
  },
  {
    name: 'notifications',
    summary: 'read, keep and mark the notifications of the account',
    load: async () => (await import('./commands/verbs/notifications.table.ts')).defineNotifications,
  },
  {
    name: 'alerts',
    summary: 'read, keep, dismiss and assign dependency alerts',
    load: async () => (await import('./commands/verbs/alerts.table.ts')).defineAlerts,
  },
  {
    name: 'budgets',
    summary: 'read, keep and change the billing budgets of an organization',
    load: async () => (await import('./commands/verbs/budgets.table.ts')).defineBudgets,
  },
  {
    name: 'rate-limit',
    summary: 'say what is left of the rate limits',
    load: async () => (await import('./commands/rate-limit.ts')).defineRateLimit,
  },
  {
    name: 'permissions',
    summary: 'say which token and permissions a call needs',
    load: async () => (await import('./commands/permissions.ts')).definePermissions,
  },
  {
    name: 'doctor',
    summary: 'say whether this set-up can do what is asked',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  {
    name: 'init',
    summary: 'write a first configuration, and look whether it works',
    load: async () => (await import('./commands/init/init.ts')).defineInit,
  },
  {
    name: 'config',
    summary: 'say whether the configuration is right',
    load: async () => (await import('./commands/config/config.ts')).defineConfig,
  },
  {
    name: 'schedule',
    summary: 'run jobs when they are due, and let other schedulers do so: run, list, install',
    load: async () => (await import('./commands/schedule/schedule.ts')).defineSchedule,
  },
  {
    name: 'validate',
    summary: 'check a configuration of a documentation site',
    load: async () => (await import('./commands/validate/validate.ts')).defineValidate,
  },
  {
    name: 'sandbox',
    summary: 'run the stand-in service on this machine',
    load: async () => (await import('./commands/sandbox.ts')).defineSandbox,
  },
  {
    name: 'demo',
    summary: 'sandbox, backup and query in one go, with no token and no network',
    load: async () => (await import('./commands/demo.ts')).defineDemo,
  },
];
