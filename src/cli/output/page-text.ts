import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemErrorCode } from '../../base/failure.ts';
import { Failure } from '../../model/failure.ts';
import type { Context } from '../context.ts';
import { dataOutput, guardText, rawOutput } from './guard-output.ts';
import { canRewriteLines, writeText } from './terminal.ts';

/** Defaults for less: allow colours, do not page text that fits on the screen, and do not clear the screen. */
const LESS = 'FRX';

/** How writing ends if the pager no longer reads. */
const QUIT_EARLY: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The exit status of a shell if the command is not found (POSIX.1-2017, Shell & Utilities 2.8.2). */
const NOT_FOUND_STATUS = 127;

/** A text, or its pieces if it may not fit into memory; they are made once more if the pager cannot be started. */
type PagedText = string | (() => Iterable<string>);

/**
 * Shows text through `$SATCHEL_PAGER`, `$PAGER` or less if stdout is a terminal. Writes it directly otherwise, if
 * paging is off, or if the pager cannot be started.
 */
export async function pageText(
  text: PagedText,
  { isPaged }: { readonly isPaged: boolean },
  context: Context,
): Promise<void> {
  const { env, stdout } = context;
  const pager = (env['SATCHEL_PAGER'] ?? env['PAGER'] ?? 'less').trim();
  const isWanted = isPaged && canRewriteLines(stdout, context) && pager !== '' && pager !== 'cat';
  if (!isWanted || !(await runPager(pager, text, context))) {
    for (const piece of piecesOf(text)) {
      await writeText(dataOutput(stdout), piece);
    }
  }
}

function piecesOf(text: PagedText): Iterable<string> {
  return typeof text === 'string' ? [text] : text();
}

function* guarded(text: PagedText): Generator<string> {
  for (const piece of piecesOf(text)) {
    yield guardText(piece);
  }
}

/** Returns false if the pager could not be started. Quitting the pager early is not an error. */
async function runPager(pager: string, text: PagedText, { env, stdout, signal }: Context): Promise<boolean> {
  const isReal = 'fd' in stdout;
  const child = spawn(pager, {
    shell: true,
    stdio: ['pipe', isReal ? 'inherit' : 'pipe', isReal ? 'inherit' : 'ignore'],
    // On Windows, the shell would prefer a program in the current folder.
    env: { ...env, LESS: env['LESS'] ?? LESS, NoDefaultCurrentDirectoryInExePath: '1' },
  });
  child.stdout?.pipe(rawOutput(stdout), { end: false });
  const written = child.stdin === null ? undefined : pipeline(Readable.from(guarded(text)), child.stdin);
  written?.catch((error: unknown) => {
    if (!QUIT_EARLY.has(systemErrorCode(error))) {
      child.kill();
    }
  });
  const end = () => {
    if (signal.reason instanceof Failure && signal.reason.code === 'terminated') {
      child.kill(); // But Ctrl-C belongs to the pager while it is open.
      child.stdin?.destroy(); // What the shell has started may hold the pipes.
      child.stdout?.destroy();
    }
  };
  signal.addEventListener('abort', end);
  try {
    return await new Promise((resolve) => {
      child.once('error', () => resolve(false));
      child.once('close', (status) => resolve(status !== NOT_FOUND_STATUS));
    });
  } finally {
    signal.removeEventListener('abort', end);
  }
}
