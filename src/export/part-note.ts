import { readFile } from 'node:fs/promises';
import { ifPresent, isJsonObject, type JsonObject, parseJson, partPathOf } from '../base/index.ts';
import type { MigrationId } from '../model/index.ts';

/** What must not change between two attempts for the bytes on disk to be of use. */
export interface RemoteObject {
  readonly migrationId: MigrationId;
  /** Strong (RFC 9110, 8.8.1): the same bytes as long as the storage gives the same text. */
  readonly validator: string;
  readonly totalBytes: number;
}

/** So many bytes were on the disk, and had this digest. */
export interface Checkpoint {
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What is noted beside a part file. */
export interface PartNote extends RemoteObject {
  readonly checkpoint?: Checkpoint;
}

export function notePathOf(finalPath: string): string {
  return `${partPathOf(finalPath)}.json`;
}

/** A note that is missing or makes no sense is no note: the download begins again. */
export async function readNote(finalPath: string): Promise<PartNote | undefined> {
  const text = await ifPresent(readFile(notePathOf(finalPath), 'utf8'));
  const note = text === undefined ? undefined : parseJson(text);
  return isJsonObject(note) ? toNote(note) : undefined;
}

function toNote({ migrationId, validator, totalBytes, checkpoint }: JsonObject): PartNote | undefined {
  if (
    (typeof migrationId !== 'number' && typeof migrationId !== 'string') ||
    typeof validator !== 'string' ||
    typeof totalBytes !== 'number'
  ) {
    return undefined;
  }
  const object = { migrationId, validator, totalBytes };
  if (checkpoint === undefined || !isJsonObject(checkpoint)) {
    return object;
  }
  const { sizeBytes, sha256 } = checkpoint;
  return typeof sizeBytes === 'number' && typeof sha256 === 'string'
    ? { ...object, checkpoint: { sizeBytes, sha256 } }
    : undefined;
}
