import {
  type ArchiveSource,
  createVerification,
  type ReadArchiveOptions,
  readTogether,
  type VerifyReport,
} from '../archive/index.ts';
import { Failure } from '../base/index.ts';
import { firstError } from '../model/index.ts';
import { createFileKeeper, type KeepFilesOptions } from './keep-files/file-keeper.ts';
import { type LoadOptions, type LoadReport, loadArchive } from './load-archive.ts';

interface LoadSourceOptions
  extends Pick<LoadOptions, 'dbPath' | 'archive' | 'clock' | 'signal'>,
    Pick<ReadArchiveOptions, 'limits' | 'splitter' | 'onProgress'> {
  /** The archive, or the parts of one export: one snapshot. */
  readonly sources: readonly ArchiveSource[];
  /** Where its attachments, release assets and repositories are kept; left out, only records are loaded. */
  readonly files?: KeepFilesOptions | undefined;
}

/** What a load brought, and what was found on the way. */
export interface VerifiedLoad {
  readonly load: LoadReport;
  readonly verification: VerifyReport;
}

/**
 * Verifies and loads one export in one pass. An archive whose container is damaged leaves the store as it was
 * and fails with `archive-damaged`; records that break their schema are kept aside and reported.
 */
export async function loadArchiveSource(options: LoadSourceOptions): Promise<VerifiedLoad> {
  const { sources, limits, splitter, onProgress, files, ...target } = options;
  const verification = createVerification();
  const keeper = files && createFileKeeper(files);
  const name = sources.map((source) => source.name).join('" and "');
  try {
    const load = await loadArchive({
      ...target,
      events: readTogether({
        sources,
        limits,
        splitter,
        onProgress,
        signal: target.signal,
        openFile: keeper?.openFile,
      }),
      files: keeper,
      observe: (event) => verification.observe(event),
      accept: () => requireWhole(name, verification.report()),
    });
    return { load, verification: verification.report() };
  } finally {
    verification.close();
  }
}

function requireWhole(name: string, report: VerifyReport): void {
  if (report.container.isWhole) {
    return;
  }
  const error = firstError(report.findings);
  throw new Failure(
    'archive-damaged',
    `Cannot load the archive "${name}": ${error?.message ?? 'it breaks off'}`,
    {
      details: { findings: report.findings.map(({ code, count }) => ({ code, count })) },
    },
  );
}
