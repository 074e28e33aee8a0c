import { foldersOf, reportTransfer } from '../../app/index.ts';
import {
  type ArchiveSource,
  archiveSourceFromStream,
  openArchiveSource,
  type ReadArchiveOptions,
} from '../../archive/index.ts';
import { createGitStage } from '../../git/index.ts';
import type { KeepFilesOptions } from '../../load/index.ts';
import type { Context } from '../context.ts';
import { type ArchiveFlags, readingOf } from '../flags/archive-flags.ts';
import { type IdentityFlags, openingOf } from '../flags/identity-flags.ts';
import { createReporter } from '../output/reporter.ts';
import { type VaultArchive, withArchiveFiles } from './archive-files.ts';

/** Opens the archive of a command's argument: a file (which may be encrypted), a folder, or `-` for standard input. */
export async function openArchiveArgument(
  path: string,
  context: Context,
  flags: IdentityFlags = {},
): Promise<ArchiveSource> {
  const opening = await openingOf(flags);
  return path === '-'
    ? await archiveSourceFromStream(context.stdin, 'standard input', opening)
    : await openArchiveSource(path, opening);
}

interface ScanOptions {
  readonly path: string;
  /** A participle for the progress line, such as "Verifying". */
  readonly verb: string;
  readonly flags: ArchiveFlags;
  /** Disables progress output. */
  readonly isQuiet: boolean;
}

type Reading = Pick<ReadArchiveOptions, 'source' | 'limits' | 'splitter' | 'onProgress'>;

/** The result of a scan and its duration. */
interface Scanned<Report> {
  readonly report: Report;
  readonly durationMs: number;
}

/** Opens the archive of a command's argument and runs `scan` on it, with progress output. */
export async function scanArchive<Report>(
  { path, verb, flags, isQuiet }: ScanOptions,
  context: Context,
  scan: (reading: Reading, known: VaultArchive | undefined) => Promise<Report>,
): Promise<Scanned<Report>> {
  const reporter = createReporter(context, { json: false, quiet: isQuiet });
  const startedMs = context.clock.now();
  try {
    const report = await withArchiveFiles([path], { ...context, ...flags }, async (files) => {
      const [{ path: file, known } = { path, known: undefined }] = files;
      const source = await openArchiveArgument(file, context, flags);
      const report = reportTransfer(verb, { clock: context.clock, onReport: reporter.report });
      const onProgress = (doneBytes: number) => report(doneBytes, sizeOf(source));
      return await scan({ ...readingOf(flags), source, onProgress }, known);
    });
    return { report, durationMs: context.clock.now() - startedMs };
  } finally {
    reporter.end();
  }
}

function sizeOf(source: ArchiveSource): number | undefined {
  return source.type === 'packed' ? source.sizeBytes : undefined;
}

/** What a load stores next to the store: all files, or all but the repositories. */
export async function keepingFor(
  dbPath: string,
  { hasGit }: { readonly hasGit: boolean },
  context: Context,
): Promise<KeepFilesOptions> {
  const folders = await foldersOf(dbPath, context);
  return { folders, ...(hasGit ? { openRepositoryStage } : {}) };
}

function openRepositoryStage(directory: string): ReturnType<typeof createGitStage> {
  return createGitStage({ directory });
}
