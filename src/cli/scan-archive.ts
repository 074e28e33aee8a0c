import { type ArchiveEvent, readArchive } from '../archive/index.ts';
import { type FindingTally, firstError } from '../model/index.ts';
import { openArchiveArgument, showReading } from './archive-argument.ts';
import type { CommandContext } from './context.ts';
import { exitOfFindings } from './render/format-findings.ts';
import { createReporter } from './reporter.ts';

/** The flags of a command that reads one archive and writes nothing. */
export interface ScanFlags {
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
  for await (const event of readArchive({ source, signal: context.signal, onProgress })) {
    observe(event);
  }
  reporter.end();
  return context.clock.now() - startedMs;
}

/** Sets the exit status by the gravest finding, and says in one sentence on stderr why an archive is not to be trusted. */
export function endByFindings(
  path: string,
  findings: readonly FindingTally[],
  context: CommandContext,
): void {
  const exit = exitOfFindings(findings);
  if (exit === 'verification') {
    const reason = firstError(findings)?.message ?? 'it breaks off';
    context.stderr.write(`satchel: The archive "${path}" is not whole and right: ${reason}.\n`);
  }
  context.endWith(exit);
}
