import type { Command } from 'commander';
import { FEEDS } from '../../../endpoints/index.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../../render/row-format-flags.ts';
import { writeRows } from '../../render/write-rows.ts';

/** `satchel events feeds`: the nine feeds, and what each is asked for. */
export function defineFeeds(command: Command, context: CommandContext): void {
  addRowFormatFlags(command);
  addHelpEnd(command, ['events feeds', 'events feeds --markdown']);
  command.action(async (flags: RowFormatOptions) => {
    const rows = Object.entries(FEEDS).map(([name, { route, parameters, says }]) => [
      name,
      parameters.map((parameter) => FLAGS[parameter]).join(' '),
      `GET ${route}`,
      says,
    ]);
    const columns = ['feed', 'flags', 'call', 'holds'];
    await writeRows(context.stdout, { columns, rows }, chooseRowFormat(flags));
  });
}

const FLAGS = { org: '--org', repository: '--repository', username: '--user' } as const;
