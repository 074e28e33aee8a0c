import type { Command } from 'commander';
import { definedMembers, Failure } from '../../../base/index.ts';
import {
  ALERT_FILTERS,
  type AlertFilterName,
  type AlertFilters,
  type AlertPlace,
  createAlerts,
} from '../../../endpoints/index.ts';
import { addCaptureFlags, type CaptureFlags, captureIfAsked } from '../../capture.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, gatherNames, parseWholeNumber } from '../../flags.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../../render/row-format-flags.ts';
import { writeRecords } from '../../render/write-records.ts';
import { runWithService, type ServiceCommandFlags } from '../../run-with-service.ts';
import { takeItems } from '../../take-items.ts';
import { ALERT_COLUMNS } from './alert-columns.ts';

interface ListFlags extends ServiceCommandFlags, CaptureFlags, Omit<RowFormatOptions, 'json'> {
  readonly enterprise?: string;
  readonly repository?: string;
  readonly limit?: number;
}

const FILTER_NAMES = Object.keys(ALERT_FILTERS) as readonly AlertFilterName[]; // Keys of the table itself.

/** `satchel alerts list`: of an enterprise, an organization or a repository, with every filter of the service. */
export function defineList(command: Command, context: CommandContext): void {
  addFlag(
    command,
    '--enterprise <slug>',
    'of all organizations of an enterprise that the account answers for',
  );
  addFlag(command, '--repository <owner/name>', 'of a repository');
  for (const name of FILTER_NAMES) {
    addFlag(command, `--${flagOf(name)} <value...>`, ALERT_FILTERS[name].says, { parse: gatherNames });
  }
  addFlag(command, '--limit <number>', 'list no more than this many', { parse: parseWholeNumber });
  addCaptureFlags(command);
  addRowFormatFlags(command);
  addHelpEnd(command, [
    'alerts list --org acme --state open --severity high critical',
    'alerts list --repository acme/rocket --has patch --sort epss_percentage --csv',
  ]);
  command.action(async (flags: ListFlags) => {
    const format = chooseRowFormat(flags);
    await runWithService(flags, context, async (service, reporter) => {
      const place = choosePlace(flags);
      const found = createAlerts(service.client).list(place, readFilters(command));
      const items = await takeItems(found, flags.limit);
      const repository = place.type === 'repository' ? place.name : undefined;
      await captureIfAsked(
        { name: 'alerts', ...definedMembers({ repository }), records: items },
        { flags, service, reporter, context },
      );
      await writeRecords(context.stdout, { items, columns: ALERT_COLUMNS }, format);
    });
  });
}

function choosePlace({ enterprise, org, repository }: ListFlags): AlertPlace {
  const places: readonly AlertPlace[] = [
    ...(enterprise === undefined ? [] : [{ type: 'enterprise', name: enterprise } as const]),
    ...(org === undefined ? [] : [{ type: 'organization', name: org } as const]),
    ...(repository === undefined ? [] : [{ type: 'repository', name: repository } as const]),
  ];
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Failure('usage', 'Cannot tell whose alerts are meant', {
      hint: 'Give one of --enterprise, --org and --repository',
    });
  }
  return place;
}

function flagOf(name: AlertFilterName): string {
  return name.replaceAll('_', '-');
}

/** The values of the filter flags, by the names that the service has for them. */
function readFilters(command: Command): AlertFilters {
  const given = FILTER_NAMES.map((name) => {
    const option = command.options.find(({ long }) => long === `--${flagOf(name)}`);
    return [name, option === undefined ? undefined : command.getOptionValue(option.attributeName())] as const;
  });
  return definedMembers(Object.fromEntries(given));
}
