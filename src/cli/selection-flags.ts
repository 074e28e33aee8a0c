import { type Command, InvalidArgumentError } from 'commander';
import type { Service } from '../app/index.ts';
import { assessRepositories, type BackupRequest } from '../backup/index.ts';
import { countText, parseDuration } from '../base/index.ts';
import type { CommandContext } from './context.ts';
import { addFlag, gatherNames, parseByteCount, parseWholeNumber } from './flags.ts';
import { jsonLine } from './json-names.ts';
import { writeTable } from './render/write-rows.ts';
import type { Reporter } from './reporter.ts';

const VISIBILITIES = ['public', 'private', 'internal'];

/** Adds the flags that select repositories, and `--dry-run`, which shows the selection. */
export function addSelectionFlags(command: Command): void {
  const names = { parse: gatherNames };
  addFlag(command, '--owner <login...>', 'only repositories of these owners', names);
  addFlag(
    command,
    '--match <pattern...>',
    'only repositories whose OWNER/NAME or name matches a pattern such as "acme/web-*"',
    names,
  );
  addFlag(command, '--except <pattern...>', 'leave out repositories that match a pattern', names);
  addFlag(
    command,
    '--visibility <kind...>',
    `only repositories of this visibility: ${VISIBILITIES.join(', ')}`,
    {
      parse: gatherVisibilities,
    },
  );
  addFlag(command, '--fork <which>', 'leave out forks, or only forks', { choices: ['no', 'only'] });
  addFlag(command, '--archived <which>', 'leave out archived repositories, or only those', {
    choices: ['no', 'only'],
  });
  addFlag(command, '--language <name...>', 'only repositories whose main language is one of these', names);
  addFlag(command, '--topic <name...>', 'only repositories that have one of these topics', names);
  addFlag(
    command,
    '--pushed-since <time>',
    'only repositories pushed to since a date, or within a time span such as 90d',
    {
      parse: checkMoment,
    },
  );
  addFlag(
    command,
    '--pushed-before <time>',
    'only repositories not pushed to since a date, or for a time span',
    {
      parse: checkMoment,
    },
  );
  addFlag(command, '--min-size <size>', 'only repositories whose git data has at least this size', {
    parse: parseByteCount,
  });
  addFlag(
    command,
    '--max-size <size>',
    'only repositories whose git data has at most this size, such as 500MiB',
    { parse: parseByteCount },
  );
  addFlag(command, '--min-stars <number>', 'only repositories with at least this many stars', {
    parse: parseWholeNumber,
  });
  addFlag(command, '--max-stars <number>', 'only repositories with at most this many stars', {
    parse: parseWholeNumber,
  });
  addFlag(command, '--dry-run', 'show which repositories would be exported and why, and stop');
}

/** Shows what would be exported, and why other repositories would not be; starts nothing. */
export async function showChoice(
  request: BackupRequest,
  service: Service,
  {
    flags,
    reporter,
    context,
  }: {
    readonly flags: { readonly json?: boolean };
    readonly reporter: Reporter;
    readonly context: CommandContext;
  },
): Promise<void> {
  const verdicts =
    request.repositories === undefined
      ? await assessRepositories(request.selection ?? {}, {
          owner: service.owner,
          repositories: service.repositories,
          nowMs: context.clock.now(),
        })
      : request.repositories.map((repository) => ({ repository, isTaken: true, reason: 'it was named' }));
  if (flags.json === true) {
    context.stdout.write(jsonLine({ repositories: verdicts }));
    return;
  }
  const rows = verdicts.map(({ repository, isTaken, reason }) => [
    repository,
    isTaken ? 'yes' : 'no',
    reason,
  ]);
  await writeTable(context.stdout, { columns: ['repository', 'exported', 'reason'], rows });
  const taken = verdicts.filter(({ isTaken }) => isTaken).length;
  reporter.note(`Would export ${taken} of ${countText(verdicts.length, 'repository', 'repositories')}`);
}

function checkMoment(text: string): string {
  if (parseDuration(text) === undefined && Number.isNaN(Date.parse(text))) {
    throw new InvalidArgumentError('It must be a date such as 2026-01-31, or a time span such as 90d.');
  }
  return text;
}

function gatherVisibilities(text: string, previous: readonly string[] | undefined): readonly string[] {
  const kinds = gatherNames(text, previous);
  if (kinds.some((kind) => !VISIBILITIES.includes(kind))) {
    throw new InvalidArgumentError(`It must be one or more of ${VISIBILITIES.join(', ')}.`);
  }
  return kinds;
}
