import type { DefineCommand } from './steps.ts';

interface CommandRow {
  readonly name: string;
  /** The heading in the help. */
  readonly group: string;
  readonly summary: string;
  /** Loads the command's module; called only if the command is used. */
  readonly load: () => Promise<DefineCommand>;
}

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'backup',
    group: 'Back up',
    summary: 'export, download, verify and load in one command',
    load: async () => (await import('./commands/backup.ts')).defineBackup,
  },
  {
    name: 'export',
    group: 'Back up',
    summary: 'run the steps of an export one by one: start, wait, download and more',
    load: async () => (await import('./commands/export/export.ts')).defineExport,
  },
  {
    name: 'status',
    group: 'Back up',
    summary: 'show whether there is a good and complete backup',
    load: async () => (await import('./commands/status.ts')).defineStatus,
  },
  {
    name: 'log',
    group: 'Back up',
    summary: 'show what the last runs on a vault did',
    load: async () => (await import('./commands/log.ts')).defineLog,
  },
  {
    name: 'vault',
    group: 'Back up',
    summary: 'manage the archives of a vault: list, check, forget, and more',
    load: async () => (await import('./commands/vault/vault.ts')).defineVault,
  },
  {
    name: 'schedule',
    group: 'Back up',
    summary: 'run jobs on a schedule, or install them in another scheduler',
    load: async () => (await import('./commands/schedule/schedule.ts')).defineSchedule,
  },
  {
    name: 'inspect',
    group: 'Archives',
    summary: 'show what an archive contains',
    load: async () => (await import('./commands/inspect.ts')).defineInspect,
  },
  {
    name: 'verify',
    group: 'Archives',
    summary: 'check that an archive is complete and undamaged',
    load: async () => (await import('./commands/verify.ts')).defineVerify,
  },
  {
    name: 'load',
    group: 'Archives',
    summary: 'load archives into a store',
    load: async () => (await import('./commands/load.ts')).defineLoad,
  },
  {
    name: 'open',
    group: 'Archives',
    summary: 'load an archive and read it in a web browser',
    load: async () => (await import('./commands/open.ts')).defineOpen,
  },
  {
    name: 'diff',
    group: 'Archives',
    summary: 'compare two archives, stores or snapshots',
    load: async () => (await import('./commands/diff.ts')).defineDiff,
  },
  {
    name: 'extract',
    group: 'Archives',
    summary: 'extract repositories, attachments and release assets as files',
    load: async () => (await import('./commands/extract.ts')).defineExtract,
  },
  {
    name: 'history',
    group: 'Reading',
    summary: 'show how one record changed over time',
    load: async () => (await import('./commands/history.ts')).defineHistory,
  },
  {
    name: 'query',
    group: 'Reading',
    summary: 'run an SQL query on a store',
    load: async () => (await import('./commands/query.ts')).defineQuery,
  },
  {
    name: 'search',
    group: 'Reading',
    summary: 'search issues, pull requests, comments and more',
    load: async () => (await import('./commands/search.ts')).defineSearch,
  },
  {
    name: 'browse',
    group: 'Reading',
    summary: 'read a store in a web browser',
    load: async () => (await import('./commands/browse.ts')).defineBrowse,
  },
  {
    name: 'site',
    group: 'Reading',
    summary: 'write a store as a static website that opens from disk',
    load: async () => (await import('./commands/site.ts')).defineSite,
  },
  {
    name: 'issue',
    group: 'Reading',
    summary: 'list issues, or read one in the terminal',
    load: async () => (await import('./commands/reading/threads.ts')).defineIssue,
  },
  {
    name: 'pr',
    group: 'Reading',
    summary: 'list pull requests, or read one with its reviews',
    load: async () => (await import('./commands/reading/threads.ts')).definePr,
  },
  {
    name: 'release',
    group: 'Reading',
    summary: 'list releases, or read one',
    load: async () => (await import('./commands/reading/release.ts')).defineRelease,
  },
  {
    name: 'repo',
    group: 'Reading',
    summary: 'list repositories, or show what one contains',
    load: async () => (await import('./commands/reading/repo.ts')).defineRepo,
  },
  {
    name: 'tables',
    group: 'Reading',
    summary: 'list the tables of a store',
    load: async () => (await import('./commands/tables.ts')).defineTables,
  },
  {
    name: 'schema',
    group: 'Reading',
    summary: 'describe the tables and columns of a store',
    load: async () => (await import('./commands/schema.ts')).defineSchema,
  },
  {
    name: 'stats',
    group: 'Reading',
    summary: 'show statistics of a store as charts',
    load: async () => (await import('./commands/stats.ts')).defineStats,
  },
  {
    name: 'dump',
    group: 'Reading',
    summary: 'write a store as CSV, JSON, Parquet, Markdown or an archive',
    load: async () => (await import('./commands/dump.ts')).defineDump,
  },
  {
    name: 'lake',
    group: 'Reading',
    summary: 'keep a store as Parquet files for DuckDB, ClickHouse and others',
    load: async () => (await import('./commands/lake/lake.ts')).defineLake,
  },
  {
    name: 'datasette',
    group: 'Reading',
    summary: 'print metadata of a store for Datasette',
    load: async () => (await import('./commands/datasette.ts')).defineDatasette,
  },
  {
    name: 'events',
    group: 'The rest of the service',
    summary: 'read activity feeds, and keep them in the store',
    load: async () => (await import('./commands/verbs/events.table.ts')).defineEvents,
  },
  {
    name: 'notifications',
    group: 'The rest of the service',
    summary: 'read, keep and mark the notifications of the account',
    load: async () => (await import('./commands/verbs/notifications.table.ts')).defineNotifications,
  },
  {
    name: 'alerts',
    group: 'The rest of the service',
    summary: 'read, keep, dismiss and assign dependency alerts',
    load: async () => (await import('./commands/verbs/alerts.table.ts')).defineAlerts,
  },
  {
    name: 'budgets',
    group: 'The rest of the service',
    summary: 'read, keep and change the billing budgets of an organization',
    load: async () => (await import('./commands/verbs/budgets.table.ts')).defineBudgets,
  },
  {
    name: 'rate-limit',
    group: 'The rest of the service',
    summary: 'show how much of the rate limits is left',
    load: async () => (await import('./commands/rate-limit.ts')).defineRateLimit,
  },
  {
    name: 'permissions',
    group: 'The rest of the service',
    summary: 'show which token and permissions an API call needs',
    load: async () => (await import('./commands/permissions.ts')).definePermissions,
  },
  {
    name: 'login',
    group: 'Set up',
    summary: 'get a token by a code in the browser, with an OAuth app of yours',
    load: async () => (await import('./commands/login.ts')).defineLogin,
  },
  {
    name: 'logout',
    group: 'Set up',
    summary: 'remove the token of "satchel login"',
    load: async () => (await import('./commands/login.ts')).defineLogout,
  },
  {
    name: 'doctor',
    group: 'Set up',
    summary: 'check this machine, the configuration and the token',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  {
    name: 'init',
    group: 'Set up',
    summary: 'write a first configuration and test it',
    load: async () => (await import('./commands/init/init.ts')).defineInit,
  },
  {
    name: 'config',
    group: 'Set up',
    summary: 'check the configuration',
    load: async () => (await import('./commands/config/config.ts')).defineConfig,
  },
  {
    name: 'completion',
    group: 'Set up',
    summary: 'print a script that completes commands in a shell',
    load: async () => (await import('./commands/completion.ts')).defineCompletion,
  },
  {
    name: 'validate',
    group: 'Set up',
    summary: 'check the configuration of a documentation site',
    load: async () => (await import('./commands/validate/validate.ts')).defineValidate,
  },
  {
    name: 'sandbox',
    group: 'Try out',
    summary: 'run a local stand-in for the service',
    load: async () => (await import('./commands/sandbox.ts')).defineSandbox,
  },
  {
    name: 'demo',
    group: 'Try out',
    summary: 'back up and query a sandbox, without a token or a network',
    load: async () => (await import('./commands/demo.ts')).defineDemo,
  },
];
