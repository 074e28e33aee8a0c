import { spawn } from 'node:child_process';
import { NEUTRAL_FOLDER } from '../../base/run-program.ts';
import { messageOf } from '../../model/failure.ts';
import type { Context } from '../context.ts';

/** Opens an address in the system's browser. Failure only causes a note, as the address has been printed already. */
export function showInBrowser(url: string, { stderr }: Pick<Context, 'stderr'>): void {
  const [program, ...args] = opener(url);
  const child = spawn(program, args, { cwd: NEUTRAL_FOLDER, stdio: 'ignore', detached: true });
  child.once('error', (error) => {
    stderr.write(
      `Open the address in a browser yourself: no browser could be started (${messageOf(error)})\n`,
    );
  });
  child.unref();
}

/** No shell reads the address, which may come from an archive of others. */
function opener(url: string): readonly [string, ...string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url];
    default:
      return ['xdg-open', url];
  }
}
