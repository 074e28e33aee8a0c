import { formatSize } from '../base/index.ts';
import { percent } from './archive-argument.ts';
import type { Reporter } from './reporter.ts';

/** Makes a listener that shows how far a download is. */
export function showDownload(
  reporter: Reporter,
): (doneBytes: number, totalBytes: number | undefined) => void {
  return (doneBytes, totalBytes) => {
    const share =
      totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)} (${percent(doneBytes, totalBytes)})`;
    reporter.progress(
      'downloading',
      { doneBytes, totalBytes },
      `Downloading ${formatSize(doneBytes)}${share}`,
    );
  };
}
