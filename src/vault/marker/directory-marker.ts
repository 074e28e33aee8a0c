import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disk } from '../../base/disk.ts';
import { fileFailure } from '../../base/file-failure.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { isWholeFilePart, writeWholeFile } from '../../base/whole-file.ts';
import { Failure } from '../../model/failure.ts';
import { VAULT_MARKER_NAME } from '../../model/vault-marker-name.ts';
import { readJournal } from '../journal.ts';
import { pathsIn } from '../layout.ts';
import {
  MARKER_FAULTS,
  MARKER_FILE,
  type Marker,
  type MarkerFault,
  parseMarker,
  textOfMarker,
} from '../marker.ts';
import { readManifests } from '../read-manifests.ts';

/** Folders that are created with every vault. */
const FOLDERS = ['archives', 'manifests'] as const;

/** Reads the marker of a directory; fails only on a disk error or missing permission. */
export async function readMarker(root: string): Promise<Marker | MarkerFault> {
  try {
    return parseMarker(await MARKER_FILE.read(pathsIn(root).marker));
  } catch (error) {
    throw fileFailure(error, 'open the vault', root);
  }
}

/**
 * The recipients of a vault whose marker says none, by the manifest of the newest archive that names any. Archives that
 * were encrypted before they were imported name none.
 */
export async function guessRecipients(root: string): Promise<readonly string[]> {
  const { manifests } = await readManifests(pathsIn(root).manifests);
  return manifests.findLast(({ encryption }) => encryption?.recipients.length)?.encryption?.recipients ?? [];
}

/**
 * Whether the content of a directory shows that it is a vault, regardless of its marker: one readable manifest, or one
 * line of a journal. A damaged marker next to a vault's folders suffices too, because no other program has a file of
 * this name.
 */
export async function isVaultByContents(root: string, marker: MarkerFault): Promise<boolean> {
  const { archives, manifests, journal } = pathsIn(root);
  if (!existsSync(archives) || !existsSync(manifests)) {
    return false;
  }
  return (
    marker !== 'absent' ||
    (await readManifests(manifests)).manifests.length > 0 ||
    (await readJournal(journal)).lines.length > 0
  );
}

/** The failure for a directory with an invalid marker and no other sign of a vault. */
export function orphanMarkerFailure(directory: string, marker: MarkerFault): Failure {
  const found = MARKER_FAULTS[marker];
  const message = `Cannot open the vault "${directory}": its ${VAULT_MARKER_NAME} ${found}, and nothing else of a vault was found`;
  return new Failure('absent', message);
}

/** The failure for a place without a vault. Its detail `isFree` says whether one can be made there. */
export async function noVaultFailure(root: string, directory: string): Promise<Failure> {
  const isThere = existsSync(root);
  const isFree = !isThere || (await isEmptyOfOthers(root));
  const found = isThere
    ? `the directory has no ${VAULT_MARKER_NAME}, so it is not a vault`
    : 'it does not exist';
  const hints = isFree
    ? {
        hint: 'Create one with "create", with backup or with copyVault',
        commandHint:
          'Create one with "satchel backup --vault DIR" or "satchel vault import --vault DIR FILE"',
      }
    : { hint: 'Name the directory of an existing vault, or an empty or new directory to create one' };
  return new Failure('absent', `Cannot open the vault "${directory}": ${found}`, {
    ...hints,
    details: { isFree },
  });
}

/** The failure for a vault with an invalid or missing marker. */
export function markerFailure(directory: string, marker: MarkerFault): Failure {
  const isVersion = marker === 'unknown-version';
  const found = MARKER_FAULTS[marker];
  const update = isVersion ? 'Update Satchel; if no newer version has written here, ' : '';
  return new Failure(
    'vault-damaged',
    `Cannot open the vault "${directory}": its ${VAULT_MARKER_NAME} ${found}, but everything else shows that it is a vault`,
    {
      hint: `${update}repair() of the vault rewrites it`,
      commandHint: `${update}"satchel vault repair" rewrites it; --dry-run shows what it would do`,
    },
  );
}

/** Writes the marker, replacing a damaged one. */
export async function writeMarker(root: string, marker: Marker, disk: Disk): Promise<void> {
  await writeWholeFile(pathsIn(root).marker, textOfMarker(marker), disk);
}

/**
 * Creates a vault in an empty or new directory, or completes an interrupted creation. Returns the marker, which is
 * another one if another process has made the vault meanwhile.
 */
export async function createVault(
  root: string,
  directory: string,
  { marker, disk }: { readonly marker: Marker; readonly disk: Disk },
): Promise<Marker> {
  try {
    await makeFolder(root);
    if (!(await isEmptyOfOthers(root))) {
      throw new Failure('exists', `Cannot make a vault in "${directory}": the directory is not empty`, {
        details: { path: directory },
        hint: 'Name an empty or new directory',
        commandHint: 'Name an empty or new directory with --vault',
      });
    }
    for (const folder of FOLDERS) {
      await disk.makeDirectory(join(root, folder));
    }
    await writeMarker(root, marker, disk);
  } catch (error) {
    // Another run may have created it meanwhile, and have removed the temporary file of this one.
    if (typeof (await readMarker(root)) === 'string') {
      throw fileFailure(error, 'make the vault', directory);
    }
  }
  const made = await readMarker(root);
  return typeof made === 'string' ? marker : made;
}

/** True if a directory contains at most the empty beginnings of a vault. */
async function isEmptyOfOthers(root: string): Promise<boolean> {
  for (const name of await readdir(root)) {
    const isFolder = (FOLDERS as readonly string[]).includes(name);
    const isOurs = isFolder
      ? (await readdir(join(root, name))).length === 0
      : name.startsWith(VAULT_MARKER_NAME) && isWholeFilePart(name);
    if (!isOurs) {
      return false;
    }
  }
  return true;
}
