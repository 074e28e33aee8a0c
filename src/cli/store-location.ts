import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { Failure, homeDirectory, messageOf, userDirectory, writeWholeFile } from '../base/index.ts';

import type { Context } from './context.ts';
import { flagsOf } from './flags.ts';

export interface StoreFlags {
  readonly db?: string;
  readonly vault?: string;
}

export function addStoreFlags(command: Command): void {
  const add = flagsOf(command, 'store');
  add('--db <file>', 'the store');
  add('--vault <place>', 'the vault whose store to use: a directory or s3://BUCKET/PREFIX');
}

/** The store of a command that reads: `--db`, else the vault's, else the configuration's, else the one loaded last. */
export async function findStore(flags: StoreFlags, context: Context): Promise<string> {
  const named = await namedStore(flags, context);
  if (named !== undefined) {
    return named;
  }
  const last = await readFile(lastStorePath(context), 'utf8').catch(() => '');
  if (last.trim() === '') {
    throw new Failure('absent', 'No store was named, and none was loaded before', {
      hint: 'Name one with --db FILE or --vault DIR, or load an archive',
    });
  }
  return last.trim();
}

/** The store of a command that loads: `--db`, else the vault's, else one in the user's data directory. */
export async function chooseStore(flags: StoreFlags, context: Context): Promise<string> {
  return (await namedStore(flags, context)) ?? join(dataDirectory(context), 'store.db');
}

/** Makes `path` the default store of later commands. A failure is only reported, as the work itself is done. */
export async function rememberStore(path: string, context: Context): Promise<void> {
  try {
    await writeWholeFile(lastStorePath(context), `${resolve(path)}\n`);
  } catch (error) {
    context.stderr.write(
      `Later commands must name this store, because its path could not be saved: ${messageOf(error)}\n`,
    );
  }
}

async function namedStore(flags: StoreFlags, context: Context): Promise<string | undefined> {
  if (flags.db !== undefined) {
    return resolve(flags.db);
  }
  // Loaded on demand: commands that read a store need neither vaults nor configuration formats.
  const { usualStore } = await import('./configuration.ts');
  const usual = flags.vault === undefined ? await usualStore(context) : {};
  if (usual.db !== undefined) {
    return usual.db;
  }
  // Undefined if the configuration has several vaults: then the store loaded last is read.
  const vault = flags.vault ?? usual.vault;
  if (vault === undefined) {
    return undefined;
  }
  const { openVaultAt } = await import('../backup/index.ts');
  return (await openVaultAt(vault, context)).storePath;
}

function lastStorePath(context: Context): string {
  return join(dataDirectory(context), 'last-store');
}

function dataDirectory({ env }: Context): string {
  return userDirectory('data', { env, home: homeDirectory(env) });
}
