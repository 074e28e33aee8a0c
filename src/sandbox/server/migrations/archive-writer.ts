import type { ExportedArchive } from '../../archive/exported-archive.ts';
import type { ArchiveOptions } from '../../archive/write-archive.ts';

/** Writes the archive of one migration; its work folder is empty and its own. */
export type ArchiveWriter = (options: ArchiveOptions) => Promise<ExportedArchive>;
