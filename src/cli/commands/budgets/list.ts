import type { Command } from 'commander';
import { definedMembers } from '../../../base/index.ts';
import { addCaptureFlags, type CaptureFlags, captureIfAsked } from '../../capture.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseWholeNumber } from '../../flags.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../../render/row-format-flags.ts';
import { writeRecords } from '../../render/write-records.ts';
import { runAsJob, type ServiceCommandFlags } from '../../run-with-service.ts';
import { takeItems } from '../../take-items.ts';
import { BUDGET_COLUMNS } from './budget-columns.ts';
import { openBudgets } from './open-budgets.ts';

interface ListFlags extends ServiceCommandFlags, CaptureFlags, Omit<RowFormatOptions, 'json'> {
  readonly scope?: string;
  readonly user?: string;
  readonly limit?: number;
}

/** `satchel budgets list`: every budget of the organization, page by page to the end. */
export function defineList(command: Command, context: CommandContext): void {
  addFlag(command, '--scope <scope>', 'only budgets of this scope');
  addFlag(command, '--user <login>', 'tell what this user consumed');
  addFlag(command, '--limit <number>', 'list no more than this many', { parse: parseWholeNumber });
  addCaptureFlags(command);
  addRowFormatFlags(command);
  addHelpEnd(command, ['budgets list --org acme', 'budgets list --org acme --scope user --csv']);
  command.action(async (flags: ListFlags) => {
    const format = chooseRowFormat(flags);
    await runAsJob(flags, context, async (service, reporter) => {
      const { list, org } = openBudgets(service);
      const items = await takeItems(
        list(definedMembers({ scope: flags.scope, user: flags.user })),
        flags.limit,
      );
      await captureIfAsked({ name: 'budgets', org, records: items }, { flags, service, reporter, context });
      await writeRecords(context.stdout, { items, columns: BUDGET_COLUMNS }, format);
    });
  });
}
