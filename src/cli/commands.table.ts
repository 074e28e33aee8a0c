import type { DefineCommand } from './steps.ts';

interface CommandRow {
  readonly name: string;
  /** The heading in the help. */
  readonly group: string;
  readonly summary: string;
  /** Loads the command's module; called only if the command is used. */
  readonly load: () => Promise<DefineCommand>;
}

/** All commands by the headings of the help, in its order. */
const GROUPS: Readonly<Record<string, readonly Omit<CommandRow, 'group'>[]>> = {
  'Back up': [
    {
      name: 'backup',
      summary: 'export, download, verify and load in one command',
      load: async () => (await import('./commands/backup.ts')).defineBackup,
    },
    {
      name: 'export',
      summary: 'run the steps of an export one by one: start, wait, download and more',
      load: async () => (await import('./commands/export/export.ts')).defineExport,
    },
    {
      name: 'status',
      summary: 'show whether there is a good and complete backup',
      load: async () => (await import('./commands/status.ts')).defineStatus,
    },
    {
      name: 'log',
      summary: 'show what the last runs on a vault did',
      load: async () => (await import('./commands/log.ts')).defineLog,
    },
    {
      name: 'vault',
      summary: 'manage the archives of a vault: list, check, forget, and more',
      load: async () => (await import('./commands/vault/vault.ts')).defineVault,
    },
    {
      name: 'schedule',
      summary: 'run jobs on a schedule, or install them in another scheduler',
      load: async () => (await import('./commands/schedule/schedule.ts')).defineSchedule,
    },
  ],
  Archives: [
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
      name: 'extract',
      summary: 'extract repositories, attachments and release assets as files',
      load: async () => (await import('./commands/extract.ts')).defineExtract,
    },
  ],
  Reading: [
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
      name: 'mcp',
      summary: 'answer an assistant by the Model Context Protocol',
      load: async () => (await import('./commands/mcp.ts')).defineMcp,
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
      load: async () => (await import('./commands/stats/stats.ts')).defineStats,
    },
    {
      name: 'dump',
      summary: 'write a store as CSV, JSON, Parquet, Markdown or an archive, or for a forge',
      load: async () => (await import('./commands/dump.ts')).defineDump,
    },
    {
      name: 'push',
      summary: 'push repositories and wikis to another git host',
      load: async () => (await import('./commands/push.ts')).definePush,
    },
    {
      name: 'lake',
      summary: 'keep a store as Parquet files for DuckDB, ClickHouse and others',
      load: async () => (await import('./commands/lake.ts')).defineLake,
    },
    {
      name: 'datasette',
      summary: 'print metadata of a store for Datasette',
      load: async () => (await import('./commands/datasette.ts')).defineDatasette,
    },
  ],
  'The rest of the service': [
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
      summary: 'show how much of the rate limits is left',
      load: async () => (await import('./commands/rate-limit.ts')).defineRateLimit,
    },
    {
      name: 'permissions',
      summary: 'show which token and permissions an API call needs',
      load: async () => (await import('./commands/permissions.ts')).definePermissions,
    },
  ],
  'Set up': [
    {
      name: 'login',
      summary: 'get a token by a code in the browser, with an OAuth app of yours',
      load: async () => (await import('./commands/login.ts')).defineLogin,
    },
    {
      name: 'logout',
      summary: 'remove the token of "satchel login"',
      load: async () => (await import('./commands/login.ts')).defineLogout,
    },
    {
      name: 'doctor',
      summary: 'check this machine, the configuration and the token',
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
      load: async () => (await import('./commands/config.ts')).defineConfig,
    },
    {
      name: 'completion',
      summary: 'print a script that completes commands in a shell',
      load: async () => (await import('./commands/completion.ts')).defineCompletion,
    },
    {
      name: 'validate',
      summary: 'check the configuration of a documentation site',
      load: async () => (await import('./commands/validate.ts')).defineValidate,
    },
  ],
  'Try out': [
    {
      name: 'sandbox',
      summary: 'run a local stand-in for the service',
      load: async () => (await import('./commands/sandbox/sandbox.ts')).defineSandbox,
    },
    {
      name: 'demo',
      summary: 'back up and query a sandbox, without a token or a network',
      load: async () => (await import('./commands/demo.ts')).defineDemo,
    },
  ],
};

export const COMMANDS: readonly CommandRow[] = Object.entries(GROUPS).flatMap(([group, rows]) =>
  rows.map((row) => ({ ...row, group })),
);
