import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** Adds a command's arguments, flags and action to its empty commander command. */
export type DefineCommand = (command: Command, context: CommandContext) => void;

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
