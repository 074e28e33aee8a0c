import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFailure } from '../base/file-failure.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { ownFile, readOwnBytes } from '../base/own-files.ts';
import type { Manifest } from './manifest.ts';

const MANIFEST = ownFile('manifest');
const MANIFEST_VERSION: Manifest['manifestVersion'] = 2;

/** The last member of a manifest. The digest covers all bytes of the file except the digest itself. */
const SEAL = /"checksum": "([^"]*)"\n\}\n$/;

/** The seal is within the last bytes. */
const SEAL_BYTES = 256;

/** A manifest that cannot be read. Its archive is never removed, because nothing is known about it. */
export interface ManifestFault {
  /** File name in `manifests/`. */
  readonly fileName: string;
  readonly archive: string;
  readonly reason: string;
}

/** The content of `manifests/`. */
export interface ManifestList {
  /** Ordered by the time that the archives represent. */
  readonly manifests: readonly Manifest[];
  readonly faults: readonly ManifestFault[];
}

const ENDING = '.json';

/** What the files were found to contain, by name, and the state in which each was: imports read them again and again. */
export type KnownManifests = Map<
  string,
  { readonly state: string; readonly result: Manifest | string | undefined }
>;

/** What orders archives by age: those of the same second by when they were added. */
type ManifestAge = Pick<Manifest, 'takenAt' | 'downloadedAt' | 'archive'>;

/** Reads all manifests of a vault and validates them. A damaged one is reported and does not affect the others. */
export async function readManifests(
  directory: string,
  known: KnownManifests = new Map(),
): Promise<ManifestList> {
  const names = (await namesIn(directory)).filter((name) => name.endsWith(ENDING)).toSorted();
  return await collectManifests(names, async (fileName) => {
    const path = join(directory, fileName);
    const state = stateOf(path); // Before it is read: what is written meanwhile is read the next time.
    const seen = known.get(fileName);
    if (seen !== undefined && seen.state === state) {
      return seen.result;
    }
    const result = resultOf(await readBytes(path), fileName);
    known.set(fileName, { state, result });
    return result;
  });
}

/** Changes whenever a file is written, also in place. */
function stateOf(path: string): string {
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** The same for manifests at any place; `read` returns `undefined` for a file that was removed meanwhile. */
export async function readManifestFiles(
  names: readonly string[],
  read: (fileName: string) => Promise<Buffer | string | undefined>,
): Promise<ManifestList> {
  return await collectManifests(names, async (name) => resultOf(await read(name), name));
}

/** The manifest, or what is wrong with it. */
function resultOf(bytes: Buffer | string | undefined, fileName: string): Manifest | string | undefined {
  return bytes instanceof Buffer ? readManifest(bytes, archiveOf(fileName)) : bytes && `it ${bytes}`;
}

function archiveOf(fileName: string): string {
  return fileName.slice(0, -ENDING.length);
}

async function collectManifests(
  names: readonly string[],
  resultFor: (fileName: string) => Promise<Manifest | string | undefined>,
): Promise<ManifestList> {
  const manifests: Manifest[] = [];
  const faults: ManifestFault[] = [];
  for (const fileName of names) {
    const archive = archiveOf(fileName);
    const result = await resultFor(fileName);
    if (typeof result === 'string') {
      faults.push({ fileName, archive, reason: result });
    } else if (result !== undefined) {
      manifests.push(result);
    }
  }
  return { manifests: manifests.toSorted(byAge), faults };
}

/** The order of archives by age, the oldest first. */
export function byAge(a: ManifestAge, b: ManifestAge): number {
  return (
    Date.parse(a.takenAt) - Date.parse(b.takenAt) ||
    Date.parse(a.downloadedAt) - Date.parse(b.downloadedAt) ||
    (a.archive < b.archive ? -1 : 1)
  );
}

/** Returns the manifest, or what is wrong with it. */
function readManifest(bytes: Buffer, archive: string): Manifest | string {
  const value = parseJson(bytes.toString('utf8'));
  if (!isJsonObject(value)) {
    return 'it is not a JSON object';
  }
  const { manifestVersion: version } = value;
  if (version !== MANIFEST_VERSION) {
    return `its version is ${typeof version === 'number' ? version : 'not there'}, which is unknown`;
  }
  const checked = MANIFEST.check(value);
  if (typeof checked === 'string') {
    return `it ${checked}`;
  }
  if (!isSealWhole(bytes)) {
    return 'it does not match its checksum';
  }
  if (value['archive'] !== archive) {
    return 'it describes a different archive';
  }
  const { checksum: _seal, ...members } = value;
  const manifest = members as unknown as Manifest; // Validated by its schema.
  return [manifest.takenAt, manifest.downloadedAt].some((time) => Number.isNaN(Date.parse(time)))
    ? 'it has an invalid time'
    : manifest;
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    throw fileFailure(error, 'read the manifests in', directory);
  }
}

async function readBytes(path: string): Promise<Buffer | string | undefined> {
  try {
    return await readOwnBytes(path);
  } catch (error) {
    throw fileFailure(error, 'read the manifest', path);
  }
}

/** Serializes a manifest with its own digest, so that any change to it is detected. */
export function sealManifest(manifest: Manifest): string {
  const open = `${JSON.stringify({ ...manifest, checksum: '' }, null, 2)}\n`;
  return open.replace(SEAL, `"checksum": "${digestOf(open)}"\n}\n`);
}

function isSealWhole(bytes: Buffer): boolean {
  const tail = bytes.subarray(-SEAL_BYTES).toString('latin1'); // One character per byte, whatever its value.
  const seal = SEAL.exec(tail);
  const before = bytes.subarray(0, bytes.length - (seal?.[0].length ?? 0));
  return seal?.[1] === digestOf(before, '"checksum": ""\n}\n');
}

function digestOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part);
  }
  return hash.digest('hex');
}
