import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { formatSize, quoteText } from '../../base/index.ts';
import { parseRepositoryName } from '../../model/index.ts';
import { openArchiveArgument } from '../archive-argument.ts';
import type { CommandContext } from '../context.ts';
import { type ExtractReport, extract } from '../extract/extract.ts';
import type { ExtractWish } from '../extract/extract-wish.ts';
import { addFlag, addHelpEnd, gatherNames } from '../flags.ts';
import { addIdentityFlag, type IdentityFlags } from '../identity-flags.ts';
import { jsonLine } from '../json-names.ts';
import { countText } from '../render/count-text.ts';
import { endByFindings } from '../render/end-by-findings.ts';
import { foldersOf } from '../store-folders.ts';

interface ExtractFlags extends IdentityFlags {
  readonly repository?: readonly string[];
  readonly bundle?: boolean;
  readonly attachments?: boolean;
  readonly releases?: boolean;
  readonly entry?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** `satchel extract ARCHIVE|STORE DIR`: what people want back as files; without flags, all of it. */
export function defineExtract(command: Command, context: CommandContext): void {
  command.argument('<from>', 'an archive (.tar.gz, .tar, folder, or - for standard input) or a store');
  command.argument('<dir>', 'folder to write to; existing files are never replaced');
  addFlag(
    command,
    '--repository <owner/name...>',
    'bare repositories with their wikis, ready for git clone',
    {
      parse: gatherNames,
    },
  );
  addFlag(command, '--bundle', 'each repository as one file, a git bundle');
  addFlag(command, '--attachments', 'files uploaded to issues, pull requests and comments');
  addFlag(command, '--releases', 'files uploaded to releases');
  addFlag(command, '--entry <name>', 'one file of the archive by its name; repeat for more', {
    parse: (text: string, previous: readonly string[] | undefined) => [...(previous ?? []), text],
  });
  addIdentityFlag(command);
  addHelpEnd(command, [
    'extract work.tar.gz here',
    'extract work.db here --repository acme/rocket',
    'extract work.tar.gz here --repository acme/rocket --bundle',
    'extract work.db here --attachments --releases --json',
  ]);
  command.action(async (from: string, directory: string, flags: ExtractFlags) => {
    const report = await extract({
      from: await openFrom(from, flags, context),
      directory,
      wish: wishOf(flags),
      asBundle: flags.bundle === true,
      searchPath: context.env['PATH'] ?? '',
      signal: context.signal,
    });
    context.stdout.write(flags.json === true ? jsonLine({ from, directory, ...report }) : describe(report));
    if (flags.json !== true && flags.quiet !== true) {
      tell(report, context);
    }
    endByFindings(from, report.findings, context);
    if (report.missing.length > 0) {
      context.endWith('warnings');
    }
  });
}

/** A store is told by its first bytes (sqlite.org/fileformat.html, section 1.3); everything else is an archive. */
async function openFrom(
  path: string,
  flags: IdentityFlags,
  context: CommandContext,
): Promise<Parameters<typeof extract>[0]['from']> {
  if (await isDatabase(path)) {
    const dbPath = resolve(path);
    return { type: 'store', dbPath, folders: await foldersOf(dbPath, context) };
  }
  return { type: 'archive', source: await openArchiveArgument(path, context, flags) };
}

async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined); // Whoever opens it as an archive tells why not.
  const head = Buffer.alloc(16);
  await file?.read(head).catch(() => undefined);
  await file?.close();
  return head.toString('latin1') === 'SQLite format 3\0';
}

function wishOf({ repository, attachments, releases, entry, bundle = false }: ExtractFlags): ExtractWish {
  const hasChoice = [repository, attachments, releases, entry].some((choice) => choice !== undefined);
  return {
    repositories: (repository ?? []).map(parseRepositoryName),
    hasAllRepositories: !hasChoice,
    hasAttachments: attachments ?? !(hasChoice || bundle),
    hasReleases: releases ?? !(hasChoice || bundle),
    entryNames: entry ?? [],
  };
}

/** One path a line; none holds a control character but those of the directory that the person named. */
function describe({ files }: ExtractReport): string {
  return files.map(({ path }) => `${path}\n`).join('');
}

function tell({ files, missing, emptyRepositories }: ExtractReport, context: CommandContext): void {
  const notes = [
    `Extracted ${countText(files.length, 'file or repository', 'files and repositories')}, ${formatSize(files.reduce((sum, file) => sum + file.sizeBytes, 0))}`,
    ...files
      .filter((file) => file.isRenamed)
      .map(({ entryName, path }) => `Renamed: ${quoteText(entryName)} is ${quoteText(path)}`),
    ...emptyRepositories.map((name) => `Empty: ${quoteText(name)} has no refs, so there is no bundle of it`),
    ...missing.map((name) => `MISSING: ${quoteText(name)} is no longer next to the store`),
  ];
  context.stderr.write(`${notes.join('\n')}\n`);
}
