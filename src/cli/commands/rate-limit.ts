import type { Command } from 'commander';
import { formatDuration } from '../../base/durations.ts';
import { getRateLimit, type ResourceLimit } from '../../endpoints/rate-limit.ts';
import type { CommandContext } from '../context.ts';
import { addHelpEnd } from '../flags/flags.ts';
import { addServiceFlags, runWithService, type ServiceCommandFlags } from '../flags/run-with-service.ts';
import { type RecordColumns, writeRecords } from '../render/write-records.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../render/write-rows.ts';

/** `satchel rate-limit`: shows what remains of each limit, and when it resets. This request does not count. */
export function defineRateLimit(command: Command, context: CommandContext): void {
  addServiceFlags(command);
  addRowFormatFlags(command);
  addHelpEnd(command, ['rate-limit', 'rate-limit --json']);
  command.action(async (flags: ServiceCommandFlags & Omit<RowFormatOptions, 'json'>) => {
    const format = chooseRowFormat(flags);
    await runWithService(flags, context, async ({ client }, reporter) => {
      const limits = await getRateLimit(client);
      if (limits === undefined) {
        reporter.note('Rate limits are turned off at the service');
      }
      const items = (limits ?? []).map(({ resetAt, ...limit }) => ({ ...limit, reset_at: resetAt }));
      const columns = columnsAt(context.clock.now());
      await writeRecords(context, { items, columns, omitFirst: ['reset_at', 'used'] }, format);
    });
  });
}

type LimitRow = Omit<ResourceLimit, 'resetAt'> & { readonly reset_at: string };

function columnsAt(nowMs: number): RecordColumns<LimitRow> {
  return {
    resource: ({ resource }) => resource,
    limit: ({ limit }) => limit,
    used: ({ used }) => used,
    remaining: ({ remaining }) => remaining,
    reset_at: ({ reset_at: resetAt }) => resetAt,
    reset_in: ({ reset_at: resetAt }) => formatDuration(Math.max(0, Date.parse(resetAt) - nowMs)),
  };
}
