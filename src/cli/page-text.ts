import { spawn } from 'node:child_process';
import { systemErrorCode } from '../base/index.ts';
import type { Context } from './context.ts';
import { dataOutput, guardText, rawOutput } from './guard-output.ts';
import { writeText } from './render/write-text.ts';
import { canRewriteLines } from './terminal.ts';

/** What less gets unless the person chose otherwise: colours, no paging of what fits, the text stays on the screen. */
const LESS = 'FRX';

/** How a shell says that there is no such program (POSIX.1-2017, Shell & Utilities 2.8.2). */
const NOT_FOUND_STATUS = 127;

/**
 * Shows text through `$SATCHEL_PAGER`, `$PAGER` or less where stdout is a terminal, and writes it plainly elsewhere,
 * where paging is off, or where the pager cannot be started.
 */
export async function pageText(
  text: string,
  { isPaged }: { readonly isPaged: boolean },
  context: Context,
): Promise<void> {
  const { env, stdout } = context;
  const pager = (env['SATCHEL_PAGER'] ?? env['PAGER'] ?? 'less').trim();
  const isWanted = isPaged && canRewriteLines(stdout, context) && pager !== '' && pager !== 'cat';
  if (!isWanted || !(await runPager(pager, text, context))) {
    await writeText(dataOutput(stdout), text);
  }
}

/** Gives false where the pager could not be started. A reader who leaves it early has read enough. */
async function runPager(pager: string, text: string, { env, stdout }: Context): Promise<boolean> {
  const isReal = 'fd' in stdout;
  const child = spawn(pager, {
    shell: true,
    stdio: ['pipe', isReal ? 'inherit' : 'pipe', isReal ? 'inherit' : 'ignore'],
    env: { ...env, LESS: env['LESS'] ?? LESS },
  });
  child.stdout?.pipe(rawOutput(stdout), { end: false });
  child.stdin?.on('error', (error) => {
    if (systemErrorCode(error) !== 'EPIPE') {
      child.kill();
    }
  });
  child.stdin?.end(guardText(text));
  return await new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (status) => resolve(status !== NOT_FOUND_STATUS));
  });
}
