import { type ArchiveSource, createVerification, readArchive, type VerifyReport } from '../archive/index.ts';
import { Failure } from '../base/index.ts';
import { firstError } from '../model/index.ts';
import { type LoadOptions, type LoadReport, loadArchive } from './load-archive.ts';

interface LoadSourceOptions extends Pick<LoadOptions, 'dbPath' | 'archive' | 'clock' | 'signal'> {
  readonly source: ArchiveSource;
  /** Hears how many of the packed bytes were read. */
  readonly onProgress?: (packedBytes: number) => void;
}

/** What a load brought, and what was found on the way. */
export interface VerifiedLoad {
  readonly load: LoadReport;
  readonly verification: VerifyReport;
}

/**
 * Verifies and loads an archive in one pass. An archive whose container is damaged leaves the store as it was
 * and fails with `archive-damaged`; records that break their schema are kept aside and reported.
 */
export async function loadArchiveSource(options: LoadSourceOptions): Promise<VerifiedLoad> {
  const { source, onProgress, ...target } = options;
  const verification = createVerification();
  const reading = { source, ...(target.signal === undefined ? {} : { signal: target.signal }) };
  const load = await loadArchive({
    ...target,
    events: readArchive({ ...reading, ...(onProgress === undefined ? {} : { onProgress }) }),
    observe: (event) => verification.observe(event),
    accept: () => requireWhole(source.name, verification.report()),
  });
  return { load, verification: verification.report() };
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
