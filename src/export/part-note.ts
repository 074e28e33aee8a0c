import { isJsonObject, type JsonObject, parseJson } from '../base/json.ts';
import { readOwnBytes } from '../base/own-files.ts';
import { partPathOf } from '../base/whole-file.ts';
import type { MigrationId } from '../model/migrations.ts';

/** Identifies an object: a download can only be resumed while this does not change. */
export interface RemoteObject {
  readonly migrationId: MigrationId;
  /** A strong validator (RFC 9110, 8.8.1): it changes with the bytes. */
  readonly validator: string;
  readonly totalBytes: number;
}

/** The size and digest of bytes that are certainly on the disk. */
export interface Checkpoint {
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The content of `PATH.part.json`. */
export interface PartNote extends RemoteObject {
  readonly checkpoint?: Checkpoint;
}

export function notePathOf(finalPath: string): string {
  return `${partPathOf(finalPath)}.json`;
}

/** Undefined if the note is missing or invalid: then the download starts again. */
export async function readNote(finalPath: string): Promise<PartNote | undefined> {
  const bytes = await readOwnBytes(notePathOf(finalPath));
  const note = bytes === undefined ? undefined : parseJson(bytes.toString());
  return isJsonObject(note) ? toNote(note) : undefined;
}

function toNote({ migrationId, validator, totalBytes, checkpoint }: JsonObject): PartNote | undefined {
  if (
    (typeof migrationId !== 'number' && typeof migrationId !== 'string') ||
    typeof validator !== 'string' ||
    !isSize(totalBytes)
  ) {
    return undefined;
  }
  const object = { migrationId, validator, totalBytes };
  if (checkpoint === undefined || !isJsonObject(checkpoint)) {
    return object;
  }
  const { sizeBytes, sha256 } = checkpoint;
  return isSize(sizeBytes) && typeof sha256 === 'string'
    ? { ...object, checkpoint: { sizeBytes, sha256 } }
    : undefined;
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
