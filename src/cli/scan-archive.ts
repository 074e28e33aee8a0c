import { type ArchiveEvent, readArchive } from '../archive/index.ts';
import { openArchiveArgument, showReading } from './archive-argument.ts';
import { type ArchiveFlags, readingOf } from './archive-flags.ts';
import type { CommandContext } from './context.ts';
import { createReporter } from './reporter.ts';

/** The flags of a command that reads one archive and writes nothing. */
export interface ScanFlags extends ArchiveFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

interface ScanOptions {
  readonly path: string;
  /** As in "Verifying". */
  readonly verb: string;
  readonly flags: ScanFlags;
  readonly observe: (event: ArchiveEvent) => void;
}

/** Reads an archive to its end in one pass, showing progress. Gives how long it took, in milliseconds. */
export async function scanArchive(
  { path, verb, flags, observe }: ScanOptions,
  context: CommandContext,
): Promise<number> {
  const reporter = createReporter(context, {
    json: false,
    quiet: flags.quiet === true || flags.json === true,
  });
  const startedMs = context.clock.now();
  const source = await openArchiveArgument(path, context);
  const onProgress = showReading(reporter, verb, source);
  for await (const event of readArchive({
    ...readingOf(flags),
    source,
    signal: context.signal,
    onProgress,
  })) {
    observe(event);
  }
  reporter.end();
  return context.clock.now() - startedMs;
}
