import type { Command } from 'commander';
import { definedMembers } from '../../../base/index.ts';
import { createNotifications, type NotificationFilter } from '../../../endpoints/index.ts';
import { addCaptureFlags, type CaptureFlags, captureIfAsked } from '../../capture.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseTime, parseWholeNumber } from '../../flags.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../../render/row-format-flags.ts';
import { writeRecords } from '../../render/write-records.ts';
import { runWithService, type ServiceCommandFlags } from '../../run-with-service.ts';
import { takeItems } from '../../take-items.ts';
import { NOTIFICATION_COLUMNS } from './notification-columns.ts';

interface ListFlags extends ServiceCommandFlags, CaptureFlags, Omit<RowFormatOptions, 'json'> {
  readonly all?: boolean;
  readonly participating?: boolean;
  readonly since?: number;
  readonly before?: number;
  readonly repository?: string;
  readonly limit?: number;
}

/** `satchel notifications list`: unread threads, newest update first, or those that the flags ask for. */
export function defineList(command: Command, context: CommandContext): void {
  addFlag(command, '--all', 'read ones too');
  addFlag(command, '--participating', 'only threads that the account takes part in');
  addFlag(command, '--since <time>', 'updated at or after this time', { parse: parseTime });
  addFlag(command, '--before <time>', 'updated before this time', { parse: parseTime });
  addFlag(command, '--repository <owner/name>', 'only those of a repository');
  addFlag(command, '--limit <number>', 'list no more than this many', { parse: parseWholeNumber });
  addCaptureFlags(command);
  addRowFormatFlags(command);
  addHelpEnd(command, ['notifications list', 'notifications list --all --since 2026-05-01 --capture']);
  command.action(async (flags: ListFlags) => {
    const format = chooseRowFormat(flags);
    await runWithService(flags, context, async (service, reporter) => {
      const threads = createNotifications(service.client).list(readFilter(flags));
      const items = await takeItems(threads, flags.limit);
      await captureIfAsked({ name: 'notifications', records: items }, { flags, service, reporter, context });
      await writeRecords(context.stdout, { items, columns: NOTIFICATION_COLUMNS }, format);
    });
  });
}

function readFilter({ all, participating, since, before, repository }: ListFlags): NotificationFilter {
  return definedMembers({
    all,
    participating,
    since: since === undefined ? undefined : new Date(since).toISOString(),
    before: before === undefined ? undefined : new Date(before).toISOString(),
    repository,
  });
}
