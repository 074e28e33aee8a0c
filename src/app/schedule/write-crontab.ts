import { execFile } from 'node:child_process';
import { Failure } from '../../base/index.ts';
import { type UnitFile, withCrontabLines } from '../../schedule/index.ts';
import type { Context } from '../context.ts';

const TIMEOUT_MS = 10_000;

/** Puts our lines into the user's crontab by the `crontab` program; all other lines stay as they are. */
export async function writeCrontab(files: readonly UnitFile[], context: Context): Promise<readonly string[]> {
  const lines = files.map(({ content }) => content).join('');
  const present = await crontab(['-l'], '', context).catch((error: unknown) => {
    if (error instanceof Failure && /no crontab/i.test(error.message)) {
      return ''; // A user without a crontab has none to list, which is an error to the program.
    }
    throw error; // To go on would lose the lines that are there.
  });
  await crontab(['-'], withCrontabLines(present, lines), context);
  return ['crontab'];
}

async function crontab(args: readonly string[], input: string, { env, signal }: Context): Promise<string> {
  return await new Promise((resolve, reject) => {
    const child = execFile('crontab', args, { env, signal, timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
      } else if (error.code === 'ENOENT') {
        const hint = 'Install cron, or print the lines without --write';
        reject(
          new Failure('absent', 'Cannot write the crontab: there is no crontab program', {
            cause: error,
            hint,
          }),
        );
      } else {
        reject(new Failure('file-system', `Cannot write the crontab: ${stderr.trim()}`, { cause: error }));
      }
    });
    child.stdin?.on('error', () => undefined); // One that reads nothing says so by its status.
    child.stdin?.end(input);
  });
}
