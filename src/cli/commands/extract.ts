import type { Command } from 'commander';
import { type IdentitySettings, openingOf } from '../../app/archive-argument.ts';
import { isBucketArchive, withArchiveFiles } from '../../app/archive-files.ts';
import { type ExtractOptions, type ExtractReport, extract } from '../../app/extract.ts';
import { archiveSourceFromStream } from '../../archive/archive-source.ts';
import { countText, formatSize } from '../../base/sizes.ts';
import { quoteText } from '../../base/terminal-text.ts';
import { parseStoredRepositoryName } from '../../model/repository-name.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd, type CommonFlags, gatherNames } from '../flags/flags.ts';
import { addIdentityFlag } from '../flags/identity-flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { cellText } from '../render/cell-text.ts';
import { endByFindings } from '../render/format-findings.ts';

interface ExtractFlags extends IdentitySettings, CommonFlags {
  readonly repository?: readonly string[];
  readonly bundle?: boolean;
  readonly attachments?: boolean;
  readonly releases?: boolean;
  readonly entry?: readonly string[];
}

/** `satchel extract ARCHIVE|STORE DIR`: writes contents as files; without flags, all of them. */
export function defineExtract(command: Command, context: CommandContext): void {
  command.argument(
    '<from>',
    'an archive (.tar.gz, .tar, folder, s3://BUCKET/PREFIX/archives/NAME, or - for standard input), a store, or a vault (a directory or s3://BUCKET/PREFIX)',
  );
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
  addFlag(command, '--releases', 'release assets');
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
    const opening = await openingOf(flags);
    const extractFrom = async (place: string) =>
      await extract(
        {
          from:
            place === '-' ? await archiveSourceFromStream(context.stdin, 'standard input', opening) : place,
          directory,
          selection: selectionOf(flags),
          asBundle: flags.bundle === true,
          ...opening,
        },
        context,
      );
    const report = isBucketArchive(from)
      ? await withArchiveFiles(
          [from],
          { ...context, ...flags },
          async ([{ path } = { path: from }]) => await extractFrom(path),
        )
      : await extractFrom(from);
    context.stdout.write(flags.json === true ? jsonLine({ from, directory, ...report }) : describe(report));
    if (flags.json !== true && flags.quiet !== true) {
      printReport(report, context);
    }
    endByFindings(from, report.findings, context);
    if (report.missing.length > 0) {
      context.endWith('warnings');
    }
  });
}

function selectionOf({
  repository,
  attachments,
  releases,
  entry,
  bundle = false,
}: ExtractFlags): NonNullable<ExtractOptions['selection']> {
  const hasChoice = [repository, attachments, releases, entry].some((choice) => choice !== undefined);
  return {
    repositories: (repository ?? []).map(parseStoredRepositoryName),
    hasAllRepositories: !hasChoice,
    hasAttachments: attachments ?? !(hasChoice || bundle),
    hasReleases: releases ?? !(hasChoice || bundle),
    entryNames: entry ?? [],
  };
}

/** One path per line; the only control characters can be those of the directory that the user specified. */
function describe({ files }: ExtractReport): string {
  return files.map(({ path }) => `${path}\n`).join('');
}

function printReport(
  { files, missing, emptyRepositories, findings }: ExtractReport,
  context: CommandContext,
): void {
  const notes = [
    `Extracted ${countText(files.length, 'file or repository', 'files and repositories')}, ${formatSize(files.reduce((sum, file) => sum + file.sizeBytes, 0))}`,
    ...files
      .filter((file) => file.isRenamed)
      .map(({ entryName, path }) => `Renamed: ${quoteText(entryName)} is ${quoteText(path)}`),
    ...emptyRepositories.map((name) => `Empty: ${quoteText(name)} has no refs, so no bundle was written`),
    ...findings
      .filter(({ code }) => code === 'git-damaged' || code === 'git-lfs-missing')
      .flatMap(({ examples }) => examples.map(({ message }) => cellText(message))),
    ...missing.map((name) => `MISSING: ${quoteText(name)} is no longer next to the store`),
  ];
  context.stderr.write(`${notes.join('\n')}\n`);
}
