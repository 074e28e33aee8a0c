import type { Command } from 'commander';
import type { Service } from '../../../app/index.ts';
import { definedMembers } from '../../../base/index.ts';
import {
  createEvents,
  type EventJson,
  FEEDS,
  type FeedAddress,
  type FeedName,
  getAccount,
} from '../../../endpoints/index.ts';
import { SERVICE_LIMITS } from '../../../model/index.ts';
import { addCaptureFlags, type CaptureFlags, captureIfAsked } from '../../capture.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseWholeNumber } from '../../flags.ts';
import { addRowFormatFlags, chooseRowFormat, type RowFormatOptions } from '../../render/row-format-flags.ts';
import { type RecordColumns, writeRecords } from '../../render/write-records.ts';
import { yesNo } from '../../render/yes-no.ts';
import type { Reporter } from '../../reporter.ts';
import { runWithService, type ServiceCommandFlags } from '../../run-with-service.ts';
import { takeItems } from '../../take-items.ts';

interface ListFlags extends ServiceCommandFlags, CaptureFlags, Omit<RowFormatOptions, 'json'> {
  readonly feed?: FeedName;
  readonly repository?: string;
  readonly user?: string;
  readonly limit?: number;
}

const COLUMNS: RecordColumns<EventJson> = {
  created_at: (event) => event.created_at,
  type: (event) => event.type,
  actor: (event) => event.actor?.login,
  repo: (event) => event.repo?.name,
  public: (event) => yesNo(event.public),
  id: (event) => event.id,
};

/** `satchel events list`: the newest events of one feed. */
export function defineList(command: Command, context: CommandContext): void {
  addFlag(command, '--feed <name>', 'which feed (default: by the flags below, else what the account does)', {
    choices: Object.keys(FEEDS),
  });
  addFlag(command, '--repository <owner/name>', 'of a repository');
  addFlag(command, '--user <login>', 'of a user (default: the account of the token)');
  addFlag(command, '--limit <number>', 'read no more than this many', { parse: parseWholeNumber });
  addCaptureFlags(command);
  addRowFormatFlags(command);
  addHelpEnd(command, [
    'events list --capture',
    'events list --feed received --user mira --limit 20',
    'events list --org acme --json',
  ]);
  command.action(async (flags: ListFlags) => {
    const format = chooseRowFormat(flags);
    await runWithService(flags, context, async (service, reporter) => {
      const address = await chooseFeed(flags, service);
      const events = createEvents(service.client).list(address, {
        onMoved: (url) => reporter.note(`The service has moved this feed to ${url.origin}${url.pathname}`),
      });
      const items = await takeItems(events, flags.limit);
      const wish = { name: 'events', feed: address.feed, records: items } as const;
      const counts = await captureIfAsked(wish, { flags, service, reporter, context });
      warnOfGap(items.length, counts, reporter);
      await writeRecords(context.stdout, { items, columns: COLUMNS }, format);
    });
  });
}

async function chooseFeed(flags: ListFlags, service: Service): Promise<FeedAddress> {
  const { org, repository, user } = flags;
  const feed = flags.feed ?? feedOf(flags);
  const needsUser = FEEDS[feed].parameters.some((name) => name === 'username') && user === undefined;
  const username = needsUser ? (await getAccount(service.client)).login : user;
  return { feed, ...definedMembers({ org, repository, username }) };
}

function feedOf({ org, repository, user }: ListFlags): FeedName {
  if (repository !== undefined) {
    return 'repository';
  }
  if (org === undefined) {
    return 'user';
  }
  return user === undefined ? 'organization' : 'user-organization';
}

/** A full feed in which nothing was known before has run on since it was last read, or was never read at all. */
function warnOfGap(count: number, counts: { readonly added: number } | undefined, reporter: Reporter): void {
  if (counts?.added === count && count === SERVICE_LIMITS.eventFeed.maxEvents) {
    reporter.note(
      `The feed holds its last ${count} events only, and all are new: older ones may have gone unseen`,
    );
  }
}
