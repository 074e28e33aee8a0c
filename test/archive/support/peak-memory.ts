import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MAIN } from '../../house/packed-program.ts';

/**
 * Reports the peak memory of the process, in KiB. Not by `process.resourceUsage()`: what Linux counts there includes the
 * memory of the process that started this one.
 */
const REPORT_PEAK = `data:text/javascript,${encodeURIComponent(
  `import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const [, kib] = /^VmHWM:\\s+(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    process.stderr.write('peak ' + kib + '\\n');
  });`,
)}`;

/** Runs the program on Linux; returns its peak memory in MiB, regardless of its exit status. */
export async function peakMiB(...args: readonly string[]): Promise<number> {
  const run = promisify(execFile)(process.execPath, ['--import', REPORT_PEAK, MAIN, ...args]);
  const { stderr } = await run.catch((error: { readonly stderr: string }) => error);
  const peaks = [...stderr.matchAll(/^peak (\d+)$/gm)].map(([, kib]) => Number(kib) / 1024);
  return peaks.length === 0 ? Number.NaN : Math.max(...peaks);
}
