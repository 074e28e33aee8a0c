import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shellWord } from '../base/terminal-text.ts';
import { Failure } from '../model/failure.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import { environmentOfVault, usualStore } from './configuration.ts';
import type { AppContext } from './context.ts';
import { dataDirectory, readLast } from './last-used.ts';

export interface StoreSettings {
  readonly db?: string;
  readonly vault?: string;
}

/** The store of a command that reads: `--db`, else the vault's, else the configuration's, else the one loaded last. */
export async function findStore(settings: StoreSettings, context: AppContext): Promise<string> {
  const place = await namedPlace(settings, context);
  const named = await storeOf(place, context);
  if (named !== undefined) {
    requireStoreOfVault(named, place);
    return named;
  }
  const last = await readLast('store', context);
  if (last === undefined) {
    throw new Failure('absent', 'No store was named, and none was loaded before', {
      commandHint: 'Name one with --db FILE or --vault DIR, or load an archive',
    });
  }
  return last;
}

/** Fails with `absent` if the store was to be that of a vault, which has none: its archives can make it again. */
function requireStoreOfVault(path: string, { vault }: NamedPlace): void {
  if (vault !== undefined && !existsSync(path)) {
    throw new Failure('absent', `Cannot read the vault "${vault}": it has no store`, {
      commandHint: `"satchel vault rebuild --vault ${shellWord(vault)}" builds it from the archives`,
    });
  }
}

/** The store of a command that loads: `--db`, else the vault's, else one in the user's data directory. */
export async function chooseStore(settings: StoreSettings, context: AppContext): Promise<string> {
  return await storeToLoad(await namedPlace(settings, context), context);
}

async function storeToLoad(place: NamedPlace, context: AppContext): Promise<string> {
  return (await storeOf(place, context)) ?? join(dataDirectory(context), 'store.db');
}

/** Calls `write` with the store that `chooseStore` returns. That of a vault in object storage is published afterwards. */
export async function writeStore<Result>(
  settings: StoreSettings,
  { command, ...context }: AppContext & { readonly command: string },
  write: (path: string) => Promise<Result>,
): Promise<Result> {
  const place = await namedPlace(settings, context);
  const { vault } = place;
  if (vault === undefined || !isObjectLocation(vault)) {
    return await write(await storeToLoad(place, context));
  }
  const { openNamedVault, withVaultJournal } = await import('./vault-location.ts');
  const { noteStore } = await import('../keeping/store-notes.ts');
  const opened = await openNamedVault({ vault }, context);
  return await withVaultJournal(opened, command, context, async (journal) => {
    const result = await write(opened.storePath);
    await noteStore(opened, journal);
    return result;
  });
}

/** What the settings or the configuration name: a store, or else a vault; nothing if the configuration has several vaults. */
interface NamedPlace {
  readonly db?: string | undefined;
  readonly vault?: string | undefined;
}

async function namedPlace(settings: StoreSettings, context: AppContext): Promise<NamedPlace> {
  if (settings.db !== undefined) {
    return { db: resolve(settings.db) };
  }
  if (settings.vault !== undefined) {
    return { vault: settings.vault };
  }
  const { db, vault } = await usualStore(context);
  return db === undefined ? { vault } : { db };
}

async function storeOf({ db, vault }: NamedPlace, context: AppContext): Promise<string | undefined> {
  if (vault === undefined) {
    return db;
  }
  if (isObjectLocation(vault)) {
    const { openVaultAt } = await import('../keeping/open-vault-at.ts');
    return (await openVaultAt(vault, { ...context, env: await environmentOfVault(vault, context) }))
      .storePath;
  }
  const { openVault } = await import('../vault/vault.ts'); // Loads less than backups, before each search.
  return (await openVault(vault, { clock: context.clock })).storePath;
}
