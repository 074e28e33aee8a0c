import { formatDuration, formatSize } from '../../base/index.ts';
import type { AppContext } from '../context.ts';
import { createPace, percent } from './pace.ts';

/** Makes a listener that reports how far a download is, how fast it goes, and how long the rest will take. */
export function reportDownload({
  clock,
  onReport,
}: Pick<AppContext, 'clock' | 'onReport'>): (doneBytes: number, totalBytes: number | undefined) => void {
  const pace = createPace(clock);
  return (doneBytes, totalBytes) => {
    pace.observe(doneBytes);
    const bytesPerSecond = pace.perSecond();
    const leftMs = pace.leftMs(totalBytes);
    const share =
      totalBytes === undefined ? '' : ` of ${formatSize(totalBytes)} (${percent(doneBytes, totalBytes)})`;
    const speed = bytesPerSecond === undefined ? '' : `, ${formatSize(Math.round(bytesPerSecond))}/s`;
    const left = leftMs === undefined ? '' : `, ${formatDuration(leftMs)} left`;
    onReport?.({
      level: 'debug',
      type: 'downloading',
      fields: { doneBytes, totalBytes, bytesPerSecond: bytesPerSecond && Math.round(bytesPerSecond), leftMs },
      text: `Downloading ${formatSize(doneBytes)}${share}${speed}${left}`,
    });
  };
}
