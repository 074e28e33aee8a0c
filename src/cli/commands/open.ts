import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadListeners } from '../../app/index.ts';
import { type ArchiveSource, openArchiveSource } from '../../archive/index.ts';
import {
  countText,
  digestOfFile,
  fileFailure,
  formatDuration,
  homeDirectory,
  makePrivateFolder,
  NEUTRAL_FOLDER,
  totalOf,
  userDirectory,
} from '../../base/index.ts';
import type { OpeningProgress } from '../../browse/index.ts';
import type { LoadCounts } from '../../load/index.ts';
import { Failure, messageOf } from '../../model/index.ts';
import { requireDriver, waitForStore } from '../../store/index.ts';
import { keepingFor } from '../archives/archive-argument.ts';
import type { CommandContext, Context } from '../context.ts';
import { type ArchiveFlags, addArchiveFlags, readingOf } from '../flags/archive-flags.ts';
import { addFlag, addHelpEnd, PORT_WORDS, parsePort } from '../flags/flags.ts';
import { rememberStore } from '../flags/store-location.ts';
import { createReporter, type Reporter } from '../output/reporter.ts';
import { formatFindings } from '../render/format-findings.ts';

/** Hexadecimal digits of the digest in a folder name: enough to avoid collisions. */
const NAME_DIGITS = 32;

interface OpenFlags extends ArchiveFlags {
  readonly port?: number;
  /** False if `--no-open` is set. */
  readonly open?: boolean;
  readonly git?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `satchel open ARCHIVE`: loads an archive and reads it in a browser, which first shows the progress of the load. */
export function defineOpen(command: Command, context: CommandContext): void {
  command.argument('<archive>', 'a .tar.gz, a .tar or an extracted folder');
  addFlag(command, '--port <number>', PORT_WORDS, { parse: parsePort });
  addFlag(command, '--no-open', 'only print the address; do not open a browser');
  addFlag(command, '--no-git', 'do not keep git repositories next to the store');
  addArchiveFlags(command);
  addHelpEnd(command, [
    'open work.tar.gz',
    'open work.tar.gz --port 8080 --no-open',
    'open ./extracted --json',
  ]);
  command.action(async (path: string, flags: OpenFlags) => {
    if (path === '-') {
      throw new Failure('usage', 'Cannot open "-": what is read from standard input can be read only once', {
        hint: 'Save the archive first, or load it with: satchel load - --db FILE',
      });
    }
    requireDriver();
    const source = await openArchiveSource(resolve(path));
    const reporter = createReporter(context, { json: flags.json === true, quiet: flags.quiet === true });
    const progress = createProgress(source);
    const { startOpening } = await import('../../browse/index.ts');
    const opening = await startOpening({
      port: flags.port ?? 'usual',
      progress: progress.now,
      clock: context.clock,
      signal: context.signal,
      searchPath: context.env['PATH'] ?? '',
      onError: (error, at) => context.stderr.write(`Failed at ${at}: ${messageOf(error)}\n`),
    });
    try {
      announce(opening.url, flags, context);
      if (opening.note !== undefined) {
        context.stderr.write(`${opening.note}\n`);
      }
      const dbPath = await cachedStorePath(source, path, { hasGit: flags.git !== false }, context);
      if (!existsSync(dbPath)) {
        await loadInto(dbPath, { source, flags, progress, reporter }, context).finally(reporter.end);
      }
      opening.switchTo(dbPath);
      await rememberStore(dbPath, context);
      reporter.event('opened', { url: opening.url, store: dbPath }, 'The reader is ready; Ctrl-C ends it.');
      if (!context.signal.aborted) {
        await once(context.signal, 'abort');
      }
    } finally {
      await opening.close();
    }
  });
}

function announce(url: string, flags: OpenFlags, context: CommandContext): void {
  context.stdout.write(
    flags.json === true ? `${JSON.stringify({ message_type: 'ready', url })}\n` : `${url}\n`,
  );
  if (flags.open !== false) {
    showInBrowser(url, context);
  }
}

/** The state of the progress page, updated by the load. */
interface Progress {
  readonly now: () => OpeningProgress;
  readonly onProgress: (doneBytes: number) => void;
  readonly onCounts: (counts: LoadCounts) => void;
  readonly onRead: () => void;
}

function createProgress(source: ArchiveSource): Progress {
  const totalBytes = source.type === 'folder' ? undefined : source.sizeBytes;
  let doneBytes = 0;
  let isRead = false;
  let counts: LoadCounts = { records: 0, kinds: {}, repositories: [] };
  return {
    now: () => ({
      archive: basename(source.name),
      step: doneBytes === 0 ? 'proving' : isRead ? 'indexing' : 'loading',
      doneBytes,
      totalBytes,
      ...counts,
    }),
    onProgress(bytes) {
      doneBytes = bytes;
    },
    onCounts(newer) {
      counts = newer;
    },
    onRead() {
      isRead = true;
    },
  };
}

interface LoadJob {
  readonly source: ArchiveSource;
  readonly flags: OpenFlags;
  readonly progress: Progress;
  readonly reporter: Reporter;
}

async function loadInto(
  dbPath: string,
  { source, flags, progress, reporter }: LoadJob,
  context: CommandContext,
): Promise<void> {
  await makePrivateFolder(dirname(dbPath));
  const listeners = loadListeners([source], { clock: context.clock, onReport: reporter.report });
  const { loadArchiveSource } = await import('../../load/index.ts');
  const { load, verification } = await loadArchiveSource({
    ...readingOf(flags),
    sources: [source],
    dbPath,
    archive: { name: basename(source.name) },
    files: await keepingFor(dbPath, { hasGit: flags.git !== false }, context),
    clock: context.clock,
    signal: context.signal,
    command: 'satchel open',
    lockWait: waitForStore(context.signal, (text) => reporter.note(text)),
    extent: 'records',
    onRecords: listeners.onRecords,
    onCounts: progress.onCounts,
    onProgress(doneBytes) {
      listeners.onProgress(doneBytes);
      progress.onProgress(doneBytes);
    },
    onRead() {
      listeners.onRead();
      progress.onRead();
    },
  });
  const { findings, isVerified } = verification;
  reporter.event(
    'summary',
    { archive: source.name, ...load, isVerified, findings },
    `Loaded ${countText(totalOf(load.counts), 'record')} in ${formatDuration(load.durationMs)}`,
  );
  if (findings.some(({ severity }) => severity !== 'info')) {
    reporter.note(formatFindings(findings).trimEnd());
  }
}

/** Opens an address in the system's browser. Failure only causes a note, as the address has been printed already. */
function showInBrowser(url: string, { stderr }: Context): void {
  const [program, ...args] = opener(url);
  const child = spawn(program, args, { cwd: NEUTRAL_FOLDER, stdio: 'ignore', detached: true });
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

/**
 * Where the store of an opened archive is cached: in the user's cache folder, under the digest of the archive, so that
 * an archive that was moved or copied is not loaded again. Fails with `file-system`.
 */
async function cachedStorePath(
  source: ArchiveSource,
  path: string,
  { hasGit }: { readonly hasGit: boolean },
  context: Context,
): Promise<string> {
  const sha256 = await (source.type === 'folder' ? digestOfFolder(path) : digestOfFile(path, context.signal));
  const cache = userDirectory('cache', { env: context.env, home: homeDirectory(context.env) });
  const name = sha256.slice(0, NAME_DIGITS);
  return join(cache, 'open', hasGit ? name : `${name}-without-git`, 'store.db');
}

/** Identifies a folder by the names, sizes and times of its files: reading all contents is as slow as loading. */
async function digestOfFolder(path: string): Promise<string> {
  const digest = createHash('sha256');
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    digest.update(`${path}\n`);
    for (const name of names) {
      const { size, mtimeMs } = await stat(name);
      digest.update(`${name}\n${size}\n${mtimeMs}\n`);
    }
  } catch (error) {
    throw fileFailure(error, 'read', path);
  }
  return digest.digest('hex');
}
