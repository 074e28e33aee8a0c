import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { ArchiveWriter } from '../../../../src/sandbox/server/migrations/archive-builds.ts';

/** Writes a real gzip file whose content follows from the request: bytes to download, not an archive to read. */
export const writeSmallArchive: ArchiveWriter = async ({ path, request, guid }) => {
  const bytes = gzipSync(JSON.stringify({ guid, request }).repeat(50), { level: 1 });
  await writeFile(path, bytes);
  return {
    path,
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    md5: createHash('md5').update(bytes).digest('hex'),
    counts: { repository: request.repositories.length },
    files: 1,
    attachments: 0,
    gitRepositories: 0,
  };
};
