import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { KeptSnapshot } from '../../../src/vault/kept-snapshot.ts';
import type { Manifest } from '../../../src/vault/manifest.ts';
import type { Vault } from '../../../src/vault/vault.ts';

export const DAY_MS = 86_400_000;

/** A manifest of an archive with this content, taken `day` days after the start of 2026. */
export function manifestOf(
  archive: string,
  {
    day = 0,
    bytes = Buffer.from(archive),
    ...changes
  }: Partial<Manifest> & { readonly day?: number; readonly bytes?: Buffer } = {},
): Manifest {
  const takenAt = new Date(Date.UTC(2026, 0, 1) + day * DAY_MS).toISOString();
  return {
    manifestVersion: 2,
    archive,
    origin: 'backup',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    baseUrl: 'https://code.example/api/v3/',
    account: 'mira',
    repositories: ['mira/lantern'],
    takenAt,
    downloadedAt: takenAt,
    counts: { issue: 3 },
    findings: [],
    isVerified: true,
    satchelVersion: '0.1.0',
    ...changes,
  };
}

/** Adds an archive and its manifest to a vault; it is not to be loaded, because most tests have no store. */
export async function addArchive(
  vault: Vault,
  archive: string,
  changes: Parameters<typeof manifestOf>[1] = {},
): Promise<Manifest> {
  const manifest = manifestOf(archive, { loading: 'declined', ...changes });
  await writeFile(vault.archivePath(archive), changes.bytes ?? archive);
  await vault.addManifest(manifest);
  return manifest;
}

/** A snapshot of one archive, `hour` hours after the start of 2026. */
export function snapshotOf(
  archive: string,
  hour: number,
  {
    records = 100,
    repositories = 10,
    bytes = 1_000_000,
    ...changes
  }: Partial<KeptSnapshot> & {
    readonly records?: number;
    readonly repositories?: number;
    readonly bytes?: number;
  } = {},
): KeptSnapshot {
  return {
    archives: [archive],
    accountKey: 'code.example/mira',
    account: 'mira',
    scope: { selection: 'all repositories', exclusions: [] },
    takenAtMs: Date.UTC(2026, 0, 1) + hour * 3_600_000,
    isVerified: true,
    isComplete: true,
    isPinned: false,
    isInStore: true,
    sizes: { repositories, records, bytes, recordsByKind: { issue: records } },
    ...changes,
  };
}
