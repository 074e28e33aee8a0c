import { type Clock, formatDuration, formatSize } from '../base/index.ts';
import { percent } from './archive-argument.ts';
import { createPace } from './pace.ts';
import type { Reporter } from './reporter.ts';

/** Makes a listener that shows how far a download is, how fast it goes, and how long the rest will take. */
export function showDownload(
  reporter: Reporter,
  clock: Pick<Clock, 'now'>,
): (doneBytes: number, totalBytes: number | undefined) => void {
  const pace = createPace(clock);
  return (doneBytes, totalBytes) => {
    pace.observe(doneBytes);
    const bytesPerSecond = pace.perSecond();
    const leftMs = pace.leftMs(totalBytes);
    const share =
      totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)} (${percent(doneBytes, totalBytes)})`;
    const speed = bytesPerSecond === undefined ? '' : `, ${formatSize(Math.round(bytesPerSecond))}/s`;
    const left = leftMs === undefined ? '' : `, ${formatDuration(leftMs)} left`;
    reporter.progress(
      'downloading',
      { doneBytes, totalBytes, bytesPerSecond: bytesPerSecond && Math.round(bytesPerSecond), leftMs },
      `Downloading ${formatSize(doneBytes)}${share}${speed}${left}`,
    );
  };
}
