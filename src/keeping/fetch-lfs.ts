import { existsSync } from 'node:fs';
import { countText } from '../base/sizes.ts';
import { Failure } from '../model/failure.ts';
import { openStore, type Store } from '../store/store.ts';
import type { RunJournal } from '../vault/journal.ts';
import { type Manifest, plainNameOf } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { backupKeyOf, inspectStore } from './inspect-store.ts';
import { keepLfs, type LfsOptions } from './keep-lfs.ts';
import { type LfsReport, LfsTally, withLfsCheck } from './lfs-report.ts';
import { noteStore, recordStoreDamage } from './store-notes.ts';
import { findUnkept } from './unkept-repositories.ts';

/** What a fetch found and did. */
export interface FetchedLfs extends LfsReport {
  /** The number of archives of other services. */
  readonly leftOut: number;
}

interface FetchOptions extends Omit<LfsOptions, 'snapshots'> {
  readonly journal: RunJournal;
  /** The service that the source belongs to: archives of others are left out. */
  readonly baseUrl: URL;
}

/**
 * Fetches the files of Git LFS that repositories of a vault need, for all of its archives, and completes their manifests
 * with what is missing. Fails with `vault-damaged` if the store lacks archives: what those need is unknown.
 */
export async function fetchLfs(options: FetchOptions): Promise<FetchedLfs> {
  const { vault, journal, baseUrl, onEvent } = options;
  const onTrouble = (message: string) => onEvent({ type: 'trouble', message });
  await recordStoreDamage(vault, journal, onTrouble);
  const { manifests, faults } = await vault.listManifests();
  const own = manifests.filter((manifest) => isOf(manifest, baseUrl));
  const leftOut = manifests.length - own.length;
  if (leftOut > 0) {
    const archives = countText(leftOut, 'archive');
    onTrouble(
      `No files in Git LFS are fetched for ${archives}: ${leftOut === 1 ? 'it is' : 'they are'} not from ${baseUrl.host}`,
    );
  }
  if (own.length + faults.length === 0) {
    return { ...new LfsTally([]).report({ fetched: 0, receivedBytes: 0 }), leftOut };
  }
  await requireWhole(vault, own, faults.length);
  const pairs = await pairSnapshots(vault.storePath, own);
  const snapshots = new Map(pairs.map(({ id, unkept }) => [id, unkept]));
  const { report, checks } = await keepLfs({ ...options, snapshots });
  for (const { id, group } of pairs) {
    const check = checks.get(id);
    for (const manifest of group) {
      const { completeness: former } = manifest;
      const completeness = former && check && withLfsCheck(former, check);
      if (
        completeness !== undefined &&
        JSON.stringify(completeness) !== JSON.stringify(manifest.completeness)
      ) {
        await vault.addManifest({ ...manifest, completeness });
      }
    }
  }
  await noteStore(vault, journal);
  return { ...report, leftOut };
}

/** An archive of an unknown service may be of this one. */
function isOf({ baseUrl }: Manifest, { host }: URL): boolean {
  return baseUrl === undefined || !URL.canParse(baseUrl) || new URL(baseUrl).host === host;
}

async function requireWhole(vault: Vault, own: readonly Manifest[], faults: number): Promise<void> {
  const { lines } = await vault.journal.read();
  const { state, lacking } = inspectStore(vault.storePath, own, lines);
  const declined = own.filter(({ loading }) => loading === 'declined');
  if (state !== 'there' || lacking.length + declined.length + faults > 0) {
    const found =
      state !== 'there'
        ? `its store is ${state === 'absent' ? 'missing' : 'damaged'}`
        : `its store lacks ${lacking.length + declined.length + faults} of its archives`;
    throw new Failure(
      'vault-damaged',
      `Cannot find out which files in Git LFS "${vault.name}" needs: ${found}`,
      {
        hint: 'rebuild() of the vault loads what is missing; check() finds manifests that are damaged',
        commandHint:
          '"satchel vault rebuild" loads what is missing; "satchel vault check" finds manifests that are damaged',
      },
    );
  }
}

interface Pair {
  readonly id: number;
  readonly group: readonly Manifest[];
  readonly unkept: readonly string[];
}

/** The manifests of each snapshot of a store: the parts of a backup are one snapshot, with the name of one of them. */
async function pairSnapshots(storePath: string, manifests: readonly Manifest[]): Promise<readonly Pair[]> {
  if (!existsSync(storePath)) {
    return [];
  }
  const store = openStore(storePath);
  try {
    return readPairs(store, manifests);
  } finally {
    store.close();
  }
}

/** The same for an open store, without snapshots of no manifest. */
export function readPairs(store: Store, manifests: readonly Manifest[]): readonly Pair[] {
  const { rows } = store.query('SELECT id, archive_name, archive_sha256 FROM snapshots');
  return [...rows].flatMap(([id, name, sha256]) => {
    const plain = plainNameOf(String(name));
    const keys = new Set(
      manifests
        .filter(
          (each) =>
            each.sha256 === sha256 ||
            (plainNameOf(each.archive) === plain && (each.backup !== undefined || sha256 === null)),
        )
        .map(backupKeyOf),
    );
    const group = manifests.filter((each) => keys.has(backupKeyOf(each)));
    return group.length === 0
      ? []
      : [{ id: Number(id), group, unkept: findUnkept(store, Number(id), group) }];
  });
}
