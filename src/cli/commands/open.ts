import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { cachedStorePath } from '../../app/cached-store.ts';
import { rememberLast } from '../../app/last-used.ts';
import { loadIntoStore } from '../../app/load-into-store.ts';
import { type ArchiveSource, openArchiveSource } from '../../archive/archive-source.ts';
import { estimateLeft, formatDuration } from '../../base/durations.ts';
import { makePrivateFolder } from '../../base/make-folder.ts';
import { countText, totalOf } from '../../base/sizes.ts';
import type { Opening, OpeningProgress } from '../../browse/start-opening.ts';
import type { LoadCounts } from '../../load/load-tally.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import { requireDriver } from '../../store/driver.ts';
import {
  type EarlyReading,
  indexedShare,
  type ReadableStore,
  stopReading,
} from '../../store/early-reading.ts';
import { foldersNextTo } from '../../store/file-folders.ts';
import type { CommandContext } from '../context.ts';
import { type ArchiveFlags, addArchiveFlags, readingOf } from '../flags/archive-flags.ts';
import { addFlag, addHelpEnd, type CommonFlags, PORT_WORDS, parsePort } from '../flags/flags.ts';
import { createReporter, type Reporter } from '../output/reporter.ts';
import { showInBrowser } from '../output/show-in-browser.ts';
import { formatFindings } from '../render/format-findings.ts';

interface OpenFlags extends ArchiveFlags, CommonFlags {
  readonly port?: number;
  /** False if `--no-open` is set. */
  readonly open?: boolean;
  readonly git?: boolean;
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
    const reporter = createReporter(context, flags);
    const progress = createProgress(source);
    const { startOpening } = await import('../../browse/start-opening.ts');
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
      const dbPath = await cachedStorePath(source, path, { ...context, hasGit: flags.git !== false });
      if (!existsSync(dbPath)) {
        await makePrivateFolder(dirname(dbPath));
        const early = readEarly(dbPath, opening, context);
        await loadInto(dbPath, { source, flags, progress, reporter, early }, context).finally(reporter.end);
      }
      opening.switchTo(dbPath);
      await rememberLast({ store: dbPath }, context, (text) => context.stderr.write(`${text}\n`));
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

/** Has the store read as soon as its records are there, until its texts are indexed too. */
function readEarly(dbPath: string, opening: Opening, { clock, stderr }: CommandContext): EarlyReading {
  let readable: ReadableStore | undefined;
  return {
    onReadable(store) {
      readable = store;
      try {
        opening.readEarly({
          store: store.path,
          folders: foldersNextTo(dbPath),
          indexing: { leftMs: estimateLeft(() => indexedShare(store), clock) },
        });
      } catch (error) {
        stderr.write(`The store cannot be read before it is complete: ${messageOf(error)}\n`);
      }
    },
    onComplete() {
      opening
        .pause()
        .catch((error: unknown) => stderr.write(`Failed at the end of the load: ${messageOf(error)}\n`))
        .finally(() => readable && stopReading(readable));
    },
  };
}

interface LoadJob {
  readonly source: ArchiveSource;
  readonly flags: OpenFlags;
  readonly progress: Progress;
  readonly reporter: Reporter;
  readonly early: EarlyReading;
}

async function loadInto(
  dbPath: string,
  { source, flags, progress, reporter, early }: LoadJob,
  context: CommandContext,
): Promise<void> {
  const { load, verification } = await loadIntoStore(
    {
      ...readingOf(flags),
      sources: [source],
      dbPath,
      archive: { name: basename(source.name) },
      hasGit: flags.git !== false,
      command: 'satchel open',
      watch: { ...progress, early },
    },
    { ...context, onReport: reporter.report },
  );
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
