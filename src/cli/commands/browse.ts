import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { filesOf, proofsOf } from '../../app/folders-of-store.ts';
import { describeReaders } from '../../app/secret-file.ts';
import { withStoreAt } from '../../app/store-at-snapshot.ts';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { fileFailure } from '../../base/file-failure.ts';
import { definedMembers } from '../../base/json.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import type { CommandContext } from '../context.ts';
import { type AccountFlags, addAccountFlag, repositoriesOf } from '../flags/account-flag.ts';
import { addFlag, addHelpEnd, type CommonFlags, gatherNames, PORT_WORDS, parsePort } from '../flags/flags.ts';
import { addSnapshotFlag, addStoreFlags, type SnapshotFlags } from '../flags/store-flags.ts';

interface BrowseFlags extends StoreSettings, SnapshotFlags, AccountFlags, CommonFlags {
  readonly host?: string;
  readonly port?: number;
  readonly passwordFile?: string;
  readonly name?: readonly string[];
}

/** `satchel browse [STORE]`: serves the reader until interrupted by a signal. */
export function defineBrowse(command: Command, context: CommandContext): void {
  command.argument(
    '[store]',
    'the store (default: that of --db or --vault, else the one that was loaded last)',
  );
  addStoreFlags(command);
  addSnapshotFlag(command);
  addAccountFlag(command, 'repositories');
  addFlag(
    command,
    '--host <address>',
    'address to listen on; an address that is not local requires --password-file',
    {
      default: '127.0.0.1',
    },
  );
  addFlag(command, '--port <number>', PORT_WORDS, { parse: parsePort });
  addFlag(command, '--password-file <file>', 'file with the password that browsers must send');
  addFlag(command, '--name <host>', 'another host name of this machine; repeat for more', {
    parse: gatherNames,
  });
  addHelpEnd(command, ['browse', 'browse work.db --port 8080', 'browse --vault ~/work --json']);
  command.action(async (store: string | undefined, flags: BrowseFlags) => {
    const path = store === undefined ? await findStore(flags, context) : resolve(store);
    await withStoreAt(path, flags.snapshot, (storePath) => browse({ path, storePath }, flags, context));
  });
}

interface BrowsedStore {
  readonly path: string;
  /** The same path, or that of a temporary store restored from a snapshot. */
  readonly storePath: string;
}

/** Serves the reader until the signal is aborted, and prints its address. */
export async function browse(
  { path, storePath }: BrowsedStore,
  flags: BrowseFlags,
  context: CommandContext,
): Promise<void> {
  const folders = await filesOf(path, context);
  repositoriesOf(flags, storePath); // Fails if an account is unknown.
  const { ofOwnersPath } = await import('../../browse/paths.ts');
  const { startBrowser } = await import('../../browse/start-browser.ts');
  const browser = await startBrowser({
    store: storePath,
    folders,
    proofs: await proofsOf(path, folders, context),
    clock: context.clock,
    signal: context.signal,
    searchPath: context.env['PATH'] ?? '',
    port: flags.port ?? 'usual',
    ...definedMembers({ host: flags.host, names: flags.name }),
    token: flags.passwordFile === undefined ? undefined : await readPassword(flags.passwordFile, context),
    onError: (error, address) => context.stderr.write(`Failed at ${address}: ${messageOf(error)}\n`),
  });
  try {
    const url = `${browser.url}${flags.account === undefined ? '' : ofOwnersPath(flags.account)}`;
    context.stdout.write(
      flags.json === true ? `${JSON.stringify({ message_type: 'ready', url })}\n` : `${url}\n`,
    );
    if (browser.note !== undefined) {
      context.stderr.write(`${browser.note}\n`);
    }
    if (flags.json !== true && flags.quiet !== true) {
      context.stderr.write('Open this address in a browser; Ctrl-C ends the reader.\n');
    }
    if (!context.signal.aborted) {
      await once(context.signal, 'abort');
    }
  } finally {
    await browser.close();
  }
}

async function readPassword(path: string, { stderr }: CommandContext): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileFailure(error, 'read the password', path);
  });
  const password = text.trim();
  if (password === '') {
    throw new Failure('usage', `Cannot use the password in "${path}": the file is empty`);
  }
  const readers = await describeReaders(path, 'password');
  if (readers !== undefined) {
    stderr.write(`${readers}\n`);
  }
  return password;
}
