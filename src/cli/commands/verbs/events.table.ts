import type { Command } from 'commander';
import type { Service } from '../../../app/service.ts';
import { definedMembers } from '../../../base/json.ts';
import { getAccount } from '../../../endpoints/account.ts';
import type { EventJson } from '../../../endpoints/answer-types.ts';
import { createEvents, type FeedAddress } from '../../../endpoints/events.ts';
import { FEEDS, type FeedName } from '../../../endpoints/feeds.table.ts';
import { Failure } from '../../../model/failure.ts';
import { SERVICE_LIMITS } from '../../../model/limits.table.ts';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags/flags.ts';
import type { ServiceCommandFlags } from '../../flags/run-with-service.ts';
import { type RecordColumns, yesNo } from '../../render/write-records.ts';
import {
  addRowFormatFlags,
  chooseRowFormat,
  type RowFormatOptions,
  writeRows,
} from '../../render/write-rows.ts';
import { addStep } from '../../steps.ts';
import { defineVerbs, type Verb, type VerbCall, type VerbInput } from './define-verbs.ts';

/** `satchel events …`: events of the last 30 days, as the service reports them. */
export function defineEvents(command: Command, context: CommandContext): void {
  defineVerbs(command, EVENT_VERBS, context);
  defineFeeds(addStep(command, 'feeds', 'list the available feeds'), context);
  addHelpEnd(command, ['events list --repository acme/rocket', 'events feeds']);
}

const COLUMNS: RecordColumns<EventJson> = {
  created_at: (event) => event.created_at,
  type: (event) => event.type,
  actor: (event) => event.actor?.login,
  repo: (event) => event.repo?.name,
  public: (event) => yesNo(event.public),
  id: (event) => event.id,
};

interface ListFlags {
  readonly org?: string;
  readonly feed?: FeedName;
  readonly repository?: string;
  readonly user?: string;
}

const EVENT_VERBS: readonly Verb[] = [
  {
    name: 'list',
    summary: 'read a feed of activity events, the newest first',
    isList: true,
    isPolled: true,
    flags: [
      [
        '--feed <name>',
        'feed to read (default: as the flags below imply, else the activity of the account)',
        { choices: Object.keys(FEEDS) },
      ],
      ['--repository <owner/name>', 'events of a repository'],
      ['--user <login>', 'events of a user (default: the account of the token)'],
    ],
    examples: [
      'events list --capture',
      'events list --feed received --user mira --limit 20',
      'events list --org acme --json',
    ],
    check({ flags }: VerbInput<[], ListFlags>) {
      const feed = flags.feed ?? feedOf(flags);
      const unused = flagsBeyond(feed, flags);
      if (unused.length > 0) {
        throw new Failure('usage', `Cannot read the feed "${feed}": it has no ${unused.join(' and no ')}`, {
          hint: 'See "satchel events feeds" for the flags of each feed',
        });
      }
    },
    async run({ flags, service, reporter, polling, showList }: VerbCall<[], ListFlags>) {
      const address = await chooseFeed(flags, service);
      const items = createEvents(service.client).list(address, { polling });
      await showList({
        items,
        columns: COLUMNS,
        omitFirst: ['id', 'public', 'actor'],
        capture: { name: 'events', feed: address.feed },
        onCaptured(count, { added }) {
          // If all events of a full feed are new, it was never read before, or more events have happened than it holds.
          if (added === count && count === SERVICE_LIMITS.eventFeed.maxEvents) {
            reporter.note(
              `The feed contains only its last ${count} events, and all are new: older ones may be missing`,
            );
          }
        },
      });
    },
  },
];

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

/** The flags that a feed would ignore. With an app, `--org` also selects the installation. */
function flagsBeyond(
  feed: FeedName,
  { appId, org, repository, user }: ListFlags & ServiceCommandFlags,
): readonly string[] {
  const parameters: readonly string[] = FEEDS[feed].parameters;
  const given: Readonly<Record<string, unknown>> = {
    repository,
    username: user,
    org: appId === undefined ? org : undefined,
  };
  return Object.entries(FLAGS_OF_PARAMETERS).flatMap(([name, flag]) =>
    given[name] === undefined || parameters.includes(name) ? [] : [flag],
  );
}

const FLAGS_OF_PARAMETERS = { org: '--org', repository: '--repository', username: '--user' } as const;

/** `satchel events feeds`: lists the nine feeds and their parameters. It does not call the service. */
function defineFeeds(command: Command, context: CommandContext): void {
  addRowFormatFlags(command);
  addHelpEnd(command, ['events feeds', 'events feeds --markdown']);
  command.action(async (flags: RowFormatOptions) => {
    const rows = Object.entries(FEEDS).map(([name, { route, parameters, says }]) => [
      name,
      parameters.map((parameter) => FLAGS_OF_PARAMETERS[parameter]).join(' '),
      `GET ${route}`,
      says,
    ]);
    const columns = ['feed', 'flags', 'call', 'holds'];
    await writeRows(context, { columns, rows, whole: ['call'], omitFirst: ['call'] }, chooseRowFormat(flags));
  });
}
