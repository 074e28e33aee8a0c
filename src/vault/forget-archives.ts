import { digestOfFile } from '../base/read-pieces.ts';
import { Failure } from '../model/failure.ts';
import type { JournalWriter } from '../model/journal.ts';
import { presentArchives } from './archive-presence.ts';
import { type KeptSnapshot, toSnapshots } from './kept-snapshot.ts';
import { type Manifest, storedFileOf } from './manifest.ts';
import type { GroupRetention } from './plan-retention.ts';
import type { Vault } from './vault.ts';

/**
 * The snapshots of a vault; one whose archive is missing or truncated does not count as verified. `isInStore` says
 * whether the store contains an archive as well.
 */
export async function readKeptSnapshots(
  vault: Vault,
  isInStore: (manifest: Manifest) => boolean = () => true,
): Promise<readonly KeptSnapshot[]> {
  const manifests = await vault.manifests();
  const present = await presentArchives(vault, manifests);
  return toSnapshots(manifests, { isThere: ({ archive }) => present.has(archive), isInStore });
}

interface ForgetOptions {
  /** Must be locked. */
  readonly vault: Vault;
  readonly journal: Pick<JournalWriter, 'write'>;
  readonly groups: readonly GroupRetention[];
  /** Archives that this run has already verified. */
  readonly proved?: ReadonlySet<string> | undefined;
  readonly signal: AbortSignal;
  readonly onForgotten: (archive: string) => void;
}

/** What was removed from a vault. */
export interface ForgetReport {
  /** File names of the removed archives. */
  readonly archives: readonly string[];
  readonly freedBytes: number;
}

/**
 * Executes the removals of a plan, oldest first. Before anything of a group is removed, the newest verified snapshot
 * that remains is read again and compared with its digest, so that the remaining copy is not one that was corrupted on
 * disk; so is the newest one that was found complete. Fails with `archive-damaged` if it does not match.
 */
export async function forgetArchives(options: ForgetOptions): Promise<ForgetReport> {
  const { vault, journal, groups, signal, onForgotten } = options;
  const manifests = new Map((await vault.manifests()).map((manifest) => [manifest.archive, manifest]));
  const archives: string[] = [];
  let freedBytes = 0;
  for (const group of groups) {
    const leaving = group.rows.filter(({ action }) => action === 'remove');
    if (leaving.length > 0) {
      await proveRest(group, manifests, options);
    }
    for (const archive of leaving.flatMap(({ snapshot }) => snapshot.archives)) {
      signal.throwIfAborted();
      // Before the removal: an archive that is missing without such a line was lost.
      await journal.write({ type: 'archives-forgotten', archives: [archive] });
      await vault.forget(archive);
      archives.push(archive);
      freedBytes += sizeOf(manifests.get(archive));
      onForgotten(archive);
    }
  }
  return { archives, freedBytes };
}

function sizeOf(manifest: Manifest | undefined): number {
  return manifest === undefined ? 0 : storedFileOf(manifest).sizeBytes;
}

async function proveRest(
  { account, rows }: GroupRetention,
  manifests: ReadonlyMap<string, Manifest>,
  { vault, proved, signal }: ForgetOptions,
): Promise<void> {
  const isVerifiedLeaving = rows.some(({ action, snapshot }) => action === 'remove' && snapshot.isVerified);
  const good = rows.filter(({ action, snapshot }) => action === 'keep' && snapshot.isVerified);
  if (good.length === 0 && isVerifiedLeaving) {
    throw new Failure('internal', 'Internal error: a plan must keep a verified archive of each group');
  }
  const newest = [good.at(-1), good.findLast(({ snapshot }) => snapshot.isComplete)];
  for (const archive of new Set(newest.flatMap((row) => row?.snapshot.archives ?? []))) {
    const manifest = manifests.get(archive);
    const isProved = proved?.has(archive) === true;
    const expected = manifest === undefined ? undefined : storedFileOf(manifest).sha256;
    const digestOf = async ([path = '']: readonly string[]) => await digestOfFile(path, signal);
    if (!isProved && (await vault.withArchives([archive], digestOf)) !== expected) {
      throw new Failure(
        'archive-damaged',
        `Cannot forget anything of ${account}: "${archive}", which would be the newest copy left, does not match its manifest`,
        {
          hint: 'check() of the vault with a sample lists what is damaged; make a new backup first',
          commandHint: '"satchel vault check --read-data" lists what is damaged; make a new backup first',
        },
      );
    }
  }
}
