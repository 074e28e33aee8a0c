import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type InstalledProgram, THIS_PROGRAM } from '../../house/node-releases.ts';

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

/** Runs a program in a folder, on Linux; returns its exit status and its peak memory in MiB. */
export async function measurePeak(
  directory: string,
  args: readonly string[],
  { node, main }: InstalledProgram = THIS_PROGRAM,
): Promise<{ readonly exitCode: number; readonly peakMib: number }> {
  const run = promisify(execFile);
  const options = { cwd: directory, maxBuffer: 256 * 1024 * 1024 };
  const { stderr, code } = await run(node, ['--import', REPORT_PEAK, main, ...args], options).then(
    (done) => ({ ...done, code: 0 }),
    (error: { readonly stderr: string; readonly code: number }) => error,
  );
  const peaks = [...stderr.matchAll(/^peak (\d+)$/gm)].map(([, kib]) => Number(kib) / 1024);
  return { exitCode: code, peakMib: Math.max(...peaks) };
}
