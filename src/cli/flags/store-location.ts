import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { homeDirectory, userDirectory, writeWholeFile } from '../../base/index.ts';
import { Failure, messageOf } from '../../model/index.ts';
import { isObjectLocation } from '../../objects/index.ts';
import type { Context } from '../context.ts';
import { flagsOf } from './flags.ts';

export interface StoreFlags {
  readonly db?: string;
  readonly vault?: string;
}

export function addStoreFlags(command: Command): void {
  const add = flagsOf(command, 'store');
  add('--db <file>', 'the store');
  add('--vault <dir>', 'the vault whose store to use: a directory or s3://BUCKET/PREFIX');
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

/** Calls `write` with the store that `chooseStore` returns. That of a vault in object storage is published afterwards. */
export async function writeStore<Result>(
  flags: StoreFlags,
  { command, ...context }: Context & { readonly command: string },
  write: (path: string) => Promise<Result>,
): Promise<Result> {
  const { vault } = await namedPlace(flags, context);
  if (vault === undefined || !isObjectLocation(vault)) {
    return await write(await chooseStore(flags, context));
  }
  const { openNamedVault, withVaultJournal } = await import('./vault-flags.ts');
  const { noteStore } = await import('../../backup/index.ts');
  const opened = await openNamedVault({ vault }, context);
  return await withVaultJournal(opened, command, context, async (journal) => {
    const result = await write(opened.storePath);
    await noteStore(opened, journal);
    return result;
  });
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

/** What the flags or the configuration name: a store, or else a vault; nothing if the configuration has several vaults. */
async function namedPlace(
  flags: StoreFlags,
  context: Context,
): Promise<{ readonly db?: string | undefined; readonly vault?: string | undefined }> {
  if (flags.db !== undefined) {
    return { db: resolve(flags.db) };
  }
  if (flags.vault !== undefined) {
    return { vault: flags.vault };
  }
  // Loaded on demand: commands that read a store need neither vaults nor configuration formats.
  const { usualStore } = await import('./configuration-flag.ts');
  const { db, vault } = await usualStore(context);
  return db === undefined ? { vault } : { db };
}

async function namedStore(flags: StoreFlags, context: Context): Promise<string | undefined> {
  const { db, vault } = await namedPlace(flags, context);
  if (vault === undefined) {
    return db;
  }
  if (isObjectLocation(vault)) {
    const { openVaultAt } = await import('../../backup/index.ts');
    const { environmentOfVault } = await import('../../app/index.ts');
    return (await openVaultAt(vault, { ...context, env: await environmentOfVault(vault, context) }))
      .storePath;
  }
  const { openVault } = await import('../../vault/index.ts'); // Loads less than backups, before each search.
  return (await openVault(vault, { clock: context.clock })).storePath;
}

function lastStorePath(context: Context): string {
  return join(dataDirectory(context), 'last-store');
}

function dataDirectory({ env }: Context): string {
  return userDirectory('data', { env, home: homeDirectory(env) });
}
