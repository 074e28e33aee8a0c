import { createReadStream, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathOfText, textOfBytes } from '../base/byte-text.ts';
import { fileFailure } from '../base/file-failure.ts';
import { quoteText } from '../base/terminal-text.ts';
import { messageOf } from '../model/failure.ts';
import { createFinding } from '../model/findings.ts';
import type { ContainerBytes } from './archive-event.ts';
import type { FolderSource } from './archive-source.ts';
import type { EntryReader } from './entry-reader.ts';
import type { RawEntry } from './raw-entry.ts';
import type { ByteReading } from './read-packed.ts';

const READ_BYTES = 256 * 1024;

/** Reads an extracted archive, sorted by name. Yields when the sink should be emptied. */
export async function* readFolder(
  source: FolderSource,
  entries: EntryReader,
  { signal, onProgress }: ByteReading,
): AsyncGenerator<void, ContainerBytes> {
  const reading = { source, entries };
  let readBytes = 0;
  for await (const { path, entry } of walk(source.path, '', reading)) {
    signal?.throwIfAborted();
    const body = entries.open(entry);
    if (entries.isStopped) {
      break;
    }
    if (body !== undefined) {
      for await (const chunk of fileChunks(path, entry.name, reading)) {
        signal?.throwIfAborted();
        body.write(chunk);
        entries.flush();
        yield;
      }
      body.end(true);
    }
    readBytes += entry.sizeBytes;
    onProgress?.(readBytes);
    yield;
  }
  return { packedBytes: readBytes, unpackedBytes: readBytes, sha256: undefined };
}

interface Reading {
  readonly source: FolderSource;
  readonly entries: EntryReader;
}

interface FoundFile {
  readonly path: string;
  readonly entry: RawEntry;
}

/** All files below a folder, each directory before its content. Links are reported, but not followed. */
async function* walk(folder: string, prefix: string, reading: Reading): AsyncGenerator<FoundFile, void> {
  for (const fileName of await list(folder, prefix, reading)) {
    const path = join(folder, fileName);
    const name = `${prefix}${fileName}`;
    const stats = await lstat(pathOfText(path)).catch((error: unknown) =>
      reportUnreadable(reading, name, error),
    );
    if (stats !== undefined) {
      yield { path, entry: rawEntryOf(name, stats) };
    }
    if (stats?.isDirectory() === true) {
      yield* walk(path, `${name}/`, reading);
    }
  }
}

async function list(folder: string, prefix: string, reading: Reading): Promise<readonly string[]> {
  try {
    const found = await readdir(pathOfText(folder), { encoding: 'buffer' });
    return found.map(textOfBytes).sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    if (prefix === '') {
      throw fileFailure(error, 'read the archive', reading.source.name);
    }
    reportUnreadable(reading, prefix, error);
    return [];
  }
}

async function* fileChunks(path: string, name: string, reading: Reading): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of createReadStream(pathOfText(path), { highWaterMark: READ_BYTES })) {
      yield chunk as Buffer; // A Buffer, since no encoding is set.
    }
  } catch (error) {
    reportUnreadable(reading, name, error);
  }
}

function reportUnreadable({ entries }: Reading, entryName: string, error: unknown): undefined {
  const message = `The file ${quoteText(entryName)} cannot be read: ${messageOf(error)}`;
  entries.report(createFinding('entry-unreadable', message, { entryName }));
}

function rawEntryOf(name: string, stats: Stats): RawEntry {
  const isLink = stats.isSymbolicLink();
  const fileType = stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : 'other';
  return {
    name,
    type: isLink ? 'link' : fileType,
    sizeBytes: stats.isFile() ? stats.size : 0,
    modifiedAtMs: stats.mtimeMs,
  };
}
