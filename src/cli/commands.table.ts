import type { DefineCommand } from './steps.ts';

interface CommandRow {
  readonly name: string;
  readonly summary: string;
  /** Loads the command's module; called only if the command is used. */
  readonly load: () => Promise<DefineCommand>;
}

/** All commands, in the order of the help. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'backup',
    summary: 'export, download, verify and load in one command',
    load: async () => (await import('./commands/backup.ts')).defineBackup,
  },
  {
    name: 'export',
    summary: 'run single steps: start, list, status, repos, wait, download, delete, unlock',
    load: async () => (await import('./commands/export/export.ts')).defineExport,
  },
  {
    name: 'inspect',
    summary: 'show what an archive contains',
    load: async () => (await import('./commands/inspect.ts')).defineInspect,
  },
  {
    name: 'verify',
    summary: 'check that an archive is complete and undamaged',
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
    summary: 'compare two archives, stores or snapshots',
    load: async () => (await import('./commands/diff.ts')).defineDiff,
  },
  {
    name: 'history',
    summary: 'show how one record changed over time',
    load: async () => (await import('./commands/history.ts')).defineHistory,
  },
  {
    name: 'query',
    summary: 'run an SQL query on a store',
    load: async () => (await import('./commands/query.ts')).defineQuery,
  },
  {
    name: 'search',
    summary: 'search issues, pull requests, comments and more',
    load: async () => (await import('./commands/search.ts')).defineSearch,
  },
  {
    name: 'browse',
    summary: 'read a store in a web browser',
    load: async () => (await import('./commands/browse.ts')).defineBrowse,
  },
  {
    name: 'site',
    summary: 'write a store as a static website that opens from disk',
    load: async () => (await import('./commands/site.ts')).defineSite,
  },
  {
    name: 'issue',
    summary: 'list issues, or read one in the terminal',
    load: async () => (await import('./commands/reading/threads.ts')).defineIssue,
  },
  {
    name: 'pr',
    summary: 'list pull requests, or read one with its reviews',
    load: async () => (await import('./commands/reading/threads.ts')).definePr,
  },
  {
    name: 'release',
    summary: 'list releases, or read one',
    load: async () => (await import('./commands/reading/release.ts')).defineRelease,
  },
  {
    name: 'repo',
    summary: 'list repositories, or show what one contains',
    load: async () => (await import('./commands/reading/repo.ts')).defineRepo,
  },
  {
    name: 'tables',
    summary: 'list the tables of a store',
    load: async () => (await import('./commands/tables.ts')).defineTables,
  },
  {
    name: 'schema',
    summary: 'describe the tables and columns of a store',
    load: async () => (await import('./commands/schema.ts')).defineSchema,
  },
  {
    name: 'stats',
    summary: 'show statistics of a store as charts',
    load: async () => (await import('./commands/stats.ts')).defineStats,
  },
  {
    name: 'dump',
    summary: 'write a store as CSV, NDJSON, JSON, Parquet, Markdown or an archive',
    load: async () => (await import('./commands/dump.ts')).defineDump,
  },
  {
    name: 'datasette',
    summary: 'describe a store to Datasette: tables, columns, facets and the saved queries',
    load: async () => (await import('./commands/datasette.ts')).defineDatasette,
  },
  {
    name: 'extract',
    summary: 'extract repositories, attachments and release assets as files',
    load: async () => (await import('./commands/extract.ts')).defineExtract,
  },
  {
    name: 'vault',
    summary:
      'manage the archives of a vault: list, check, repair, rebuild, forget, prune, pin, unpin, import',
    load: async () => (await import('./commands/vault/vault.ts')).defineVault,
  },
  {
    name: 'status',
    summary:
      'show whether there is a good backup, how complete it is, and what is still to do at the service',
    load: async () => (await import('./commands/status.ts')).defineStatus,
  },
  {
    name: 'log',
    summary: 'show what the last runs on a vault did',
    load: async () => (await import('./commands/log.ts')).defineLog,
  },
  {
    name: 'events',
    summary: 'read activity feeds, and keep them in the store',
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
    summary: 'show what is left of the rate limits',
    load: async () => (await import('./commands/rate-limit.ts')).defineRateLimit,
  },
  {
    name: 'permissions',
    summary: 'show which token and permissions a call needs',
    load: async () => (await import('./commands/permissions.ts')).definePermissions,
  },
  {
    name: 'doctor',
    summary: 'check this machine, the configuration, the service and the token',
    load: async () => (await import('./commands/doctor.ts')).defineDoctor,
  },
  {
    name: 'init',
    summary: 'write a first configuration and test it',
    load: async () => (await import('./commands/init/init.ts')).defineInit,
  },
  {
    name: 'config',
    summary: 'check the configuration',
    load: async () => (await import('./commands/config/config.ts')).defineConfig,
  },
  {
    name: 'schedule',
    summary: 'run jobs on a schedule, or let another scheduler run them: run, list, install',
    load: async () => (await import('./commands/schedule/schedule.ts')).defineSchedule,
  },
  {
    name: 'validate',
    summary: 'check a configuration of a documentation site',
    load: async () => (await import('./commands/validate/validate.ts')).defineValidate,
  },
  {
    name: 'sandbox',
    summary: 'run a local stand-in for the service',
    load: async () => (await import('./commands/sandbox.ts')).defineSandbox,
  },
  {
    name: 'demo',
    summary: 'try it out without a token or a network: sandbox, backup and queries',
    load: async () => (await import('./commands/demo.ts')).defineDemo,
  },
];
