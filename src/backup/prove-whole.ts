import { checkContainer } from '../archive/index.ts';
import { Failure } from '../base/index.ts';

/** Reads gzip and tar of a download to their ends; fails with `archive-damaged` where they are not whole. */
export async function proveWhole(path: string, signal: AbortSignal): Promise<void> {
  const { isWhole, findings } = await checkContainer(path, { signal });
  if (!isWhole) {
    const error = findings.find((finding) => finding.severity === 'error');
    throw new Failure(
      'archive-damaged',
      `Cannot keep the download "${path}": ${error?.message ?? 'it is incomplete'}`,
    );
  }
}
