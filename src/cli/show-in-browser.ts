import { spawn } from 'node:child_process';
import { messageOf } from '../base/index.ts';
import type { Context } from './context.ts';

/** Hands an address to the browser of the system. Where that cannot be done, a sentence says so: the address was printed. */
export function showInBrowser(url: string, { stderr }: Context): void {
  const [program, ...args] = opener(url);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.once('error', (error) => {
    stderr.write(
      `Open the address in a browser yourself: no browser could be started (${messageOf(error)})\n`,
    );
  });
  child.unref();
}

function opener(url: string): readonly [string, ...string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      return ['cmd', '/c', 'start', '', url];
    default:
      return ['xdg-open', url];
  }
}
