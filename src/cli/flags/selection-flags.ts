import { type Command, InvalidArgumentError } from 'commander';
import type { Service } from '../../app/index.ts';
import { assessRepositories } from '../../backup/index.ts';
import { countText, parseDuration, parseTimestamp } from '../../base/index.ts';
import type { BackupRequest } from '../../model/index.ts';
import type { CommandContext } from '../context.ts';
import { jsonLine } from '../output/json-names.ts';
import type { Reporter } from '../output/reporter.ts';
import { writeRows } from '../render/write-rows.ts';
import { addFlag, flagsOf, gatherNames, parseByteCount, parseWholeNumber } from './flags.ts';

const VISIBILITIES = ['public', 'private', 'internal'];

/** Adds the flags that select repositories, and `--dry-run`, which shows the selection. */
export function addSelectionFlags(command: Command): void {
  const add = flagsOf(command, 'repositories');
  const names = { parse: gatherNames };
  add('--owner <login...>', 'only repositories of these owners', names);
  add('--match <pattern...>', 'only those that match a pattern, such as "acme/web-*"', names);
  add('--except <pattern...>', 'leave out those that match a pattern', names);
  add('--visibility <kind...>', 'only public, private or internal ones', {
    parse: gatherVisibilities,
  });
  add('--fork <which>', 'exclude forks, or export only forks', { choices: ['no', 'only'] });
  add('--archived <which>', 'exclude archived repositories, or export only those', {
    choices: ['no', 'only'],
  });
  add('--language <name...>', 'only those whose main language is one of these', names);
  add('--topic <name...>', 'only those that have one of these topics', names);
  add('--pushed-since <time>', 'only those pushed to since a date, or within a span such as 90d', {
    parse: checkMoment,
  });
  add('--pushed-before <time>', 'only those not pushed to since then', {
    parse: checkMoment,
  });
  add('--min-size <size>', 'only those with at least this much git data', { parse: parseByteCount });
  add('--max-size <size>', 'only those with at most this much git data', { parse: parseByteCount });
  add('--min-stars <number>', 'only those with at least this many stars', { parse: parseWholeNumber });
  add('--max-stars <number>', 'only those with at most this many stars', { parse: parseWholeNumber });
  addFlag(command, '--dry-run', 'only show which repositories would be exported');
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
  await writeRows(context.stdout, { columns: ['repository', 'exported', 'reason'], rows }, 'table');
  const taken = verdicts.filter(({ isTaken }) => isTaken).length;
  reporter.note(`Would export ${taken} of ${countText(verdicts.length, 'repository', 'repositories')}`);
}

function checkMoment(text: string): string {
  if (parseDuration(text) === undefined && Number.isNaN(parseTimestamp(text))) {
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
