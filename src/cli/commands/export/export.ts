import type { Command } from 'commander';
import { readRequest } from '../../../app/read-request.ts';
import { chooseRepositories } from '../../../backup/choose-repositories.ts';
import { formatDuration } from '../../../base/durations.ts';
import { definedMembers } from '../../../base/json.ts';
import { utcSeconds } from '../../../base/run-id.ts';
import { countText } from '../../../base/sizes.ts';
import { terminalLine } from '../../../base/terminal-text.ts';
import { startMigration } from '../../../export/start-migration.ts';
import { waitForMigration } from '../../../export/wait-for-migration.ts';
import { RUN_SETTINGS } from '../../../model/backup-settings.table.ts';
import { ARCHIVE_KEPT_DAYS, type Migration, type MigrationId } from '../../../model/migrations.ts';
import { REQUEST_SETTINGS } from '../../../model/request-settings.table.ts';
import type { SettingsOf } from '../../../model/settings.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd, parseCount, parseMigrationId } from '../../flags/flags.ts';
import { runAsJob, type ServiceCommandFlags } from '../../flags/run-with-service.ts';
import { addSettingFlags } from '../../flags/setting-flags.ts';
import { jsonLine, jsonText, printedMoment } from '../../output/json-names.ts';
import { DRY_RUN_WORDS, showChoice } from '../../output/show-choice.ts';
import { eachAs, firstOf, writeObjects } from '../../render/write-list.ts';
import { yesNo } from '../../render/write-records.ts';
import {
  addRowFormatFlags,
  chooseRowFormat,
  type RowFormatOptions,
  writeRows,
} from '../../render/write-rows.ts';
import { defineSteps } from '../../steps.ts';
import { defineDownload } from './download.ts';
import { defineUnlock } from './unlock.ts';

const COLUMNS = ['id', 'state', 'created_at', 'updated_at', 'repositories', 'guid'] as const;

const DAY_MS = 86_400_000;

const STEPS = [
  { name: 'start', summary: 'start a migration', define: defineStart },
  { name: 'list', summary: 'list the recent migrations of the account', define: defineList },
  { name: 'status', summary: 'show one migration', define: defineStatus },
  {
    name: 'repos',
    summary: 'list the repositories of a migration, or all that can be exported',
    define: defineRepos,
  },
  { name: 'wait', summary: 'wait until a migration has been exported', define: defineWait },
  {
    name: 'download',
    summary: 'download the archive of a migration, and check that it is complete',
    define: defineDownload,
  },
  { name: 'delete', summary: 'delete the archive of a migration at the service', define: defineDelete },
  { name: 'unlock', summary: 'unlock repositories that a migration locked', define: defineUnlock },
] as const;

/** `satchel export …`: the individual steps of an export, by migration id. */
export function defineExport(command: Command, context: CommandContext): void {
  defineSteps(command, STEPS, context);
  addHelpEnd(command, [
    'export start --repository acme/rocket',
    'export wait 7',
    'export download 7 --output rocket.tar.gz',
  ]);
}

type StartFlags = ServiceCommandFlags & SettingsOf<typeof REQUEST_SETTINGS> & { readonly dryRun?: boolean };

/** `satchel export start`: prints only the id of the migration on stdout. */
function defineStart(command: Command, context: CommandContext): void {
  addSettingFlags(command, REQUEST_SETTINGS);
  addFlag(command, '--dry-run', DRY_RUN_WORDS);
  addHelpEnd(command, [
    'export start --repository acme/rocket',
    'export start --repositories-from list.txt --exclude-releases',
    'export start --match "acme/web-*" --archived no --dry-run',
  ]);
  command.action(async (flags: StartFlags) => {
    await runAsJob(flags, context, async (service, reporter) => {
      const requested = await readRequest(flags, context);
      if (flags.dryRun === true) {
        return await showChoice(requested, service, { flags, reporter, context });
      }
      const request = await chooseRepositories(requested, {
        owner: service.owner,
        repositories: service.repositories,
        nowMs: context.clock.now(),
        onSkipped: (message) => reporter.note(message),
      });
      const { migration, isAdopted } = await startMigration({
        migrations: service.migrations,
        request,
        repositoryIds: service.repositories.idsOf(request.repositories),
      });
      const verb = isAdopted ? 'Found a running' : 'Started';
      reporter.note(
        `${verb} migration ${migration.id} of ${countText(request.repositories.length, 'repository', 'repositories')} (${migration.state}, created ${printedMoment(migration.createdAt)})`,
      );
      if (request.lockRepositories === true) {
        reporter.note(`The repositories are locked; "satchel export unlock ${migration.id}" unlocks them`);
      }
      context.stdout.write(flags.json === true ? jsonLine({ ...migration, isAdopted }) : `${migration.id}\n`);
    });
  });
}

interface ListFlags extends ServiceCommandFlags, ViewFlags, Omit<RowFormatOptions, 'json'> {
  readonly limit?: number;
}

/** `satchel export list`: lists all migrations that the service remembers, in its order. */
function defineList(command: Command, context: CommandContext): void {
  addFlag(command, '--limit <number>', 'maximum number of results', { parse: parseCount });
  addViewFlags(command);
  addRowFormatFlags(command);
  addHelpEnd(command, ['export list', 'export list --limit 5 --csv']);
  command.action(async (flags: ListFlags) => {
    const format = chooseRowFormat(flags);
    await runAsJob(flags, context, async ({ migrations }) => {
      const found = firstOf(migrations.list(viewOf(flags)), flags.limit);
      if (format === 'json') {
        await writeObjects(context, found, format, (one) => jsonText(one, 2).replaceAll('\n', '\n  '));
        return;
      }
      const rows = eachAs(found, ({ id, state, createdAt, updatedAt, repositories, guid }) => [
        id,
        state,
        printedMoment(createdAt),
        printedMoment(updatedAt),
        flags.exclude === undefined ? repositories.length : null,
        guid,
      ]);
      const omitFirst = ['guid', 'updated_at'];
      await writeRows(context, { columns: COLUMNS, rows, omitFirst, none: 'No migrations' }, format);
    });
  });
}

/** Attributes to omit from responses: a migration of many repositories takes megabytes with them. */
interface ViewFlags {
  readonly exclude?: readonly 'repositories'[];
}

function addViewFlags(command: Command): void {
  addFlag(
    command,
    '--exclude <attribute...>',
    'leave this attribute out of the response of the service; the archive stays the same',
    {
      choices: ['repositories'],
    },
  );
}

function viewOf({ exclude }: ViewFlags): ViewFlags {
  return exclude === undefined ? {} : { exclude };
}

/** `satchel export status ID`: shows the current state of one migration. */
export function defineStatus(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the migration', parseMigrationId);
  addViewFlags(command);
  addHelpEnd(command, ['export status 7', 'export status 7 --json']);
  command.action(async (id: MigrationId, flags: ServiceCommandFlags & ViewFlags) => {
    await runAsJob(flags, context, async ({ migrations }) => {
      const migration = await migrations.get(id, viewOf(flags));
      context.stdout.write(flags.json === true ? jsonLine(migration) : describe(migration));
    });
  });
}

function describe(migration: Migration): string {
  const switches = Object.entries(migration.switches).filter(([, isOn]) => isOn);
  const keptUntil = utcSeconds(Date.parse(migration.updatedAt) + ARCHIVE_KEPT_DAYS * DAY_MS);
  const lines = [
    `Migration ${migration.id}: ${migration.state}`,
    `  created  ${utcSeconds(Date.parse(migration.createdAt))}`,
    `  updated  ${utcSeconds(Date.parse(migration.updatedAt))}`,
    ...(migration.state === 'exported'
      ? [`  archive  kept until about ${keptUntil}, unless it was deleted`]
      : []),
    ...(switches.length > 0 ? [`  switches ${switches.map(([name]) => name).join(', ')}`] : []),
    ...migration.repositories.map((name) => `  ${name}`),
  ];
  return `${lines.map(terminalLine).join('\n')}\n`;
}

/** `satchel export wait ID`: prints the state on stdout once it is `exported`. */
function defineWait(command: Command, context: CommandContext): void {
  const { pollInterval, timeout } = RUN_SETTINGS;
  command.argument('<id>', 'id of the migration', parseMigrationId);
  addSettingFlags(command, { pollInterval, timeout });
  addHelpEnd(command, ['export wait 7', 'export wait 7 --timeout 2h && satchel export download 7']);
  command.action(async (id: MigrationId, flags: ServiceCommandFlags & SettingsOf<typeof RUN_SETTINGS>) => {
    await runAsJob(flags, context, async ({ migrations }, reporter) => {
      const migration = await waitForMigration({
        ...definedMembers({ pollIntervalMs: flags.pollInterval, deadlineMs: flags.timeout }),
        migrations,
        id,
        clock: context.clock,
        random: context.random,
        signal: context.signal,
        onState: ({ state }, elapsedMs, nextPollMs) => {
          const { clock } = context;
          const askedMs = clock.now();
          reporter.progress(
            'waiting',
            { id, state, elapsedMs, nextPollMs },
            () => `Migration ${id}: ${state} after ${formatDuration(elapsedMs + clock.now() - askedMs)}`,
          );
        },
        onTrouble: ({ message }, nextPollMs) =>
          reporter.note(`${message}; trying again in ${formatDuration(nextPollMs)}`),
      });
      reporter.event('summary', migration);
      if (flags.json !== true) {
        context.stdout.write(`${terminalLine(migration.state)}\n`);
      }
    });
  });
}

/** `satchel export delete ID`: deletes the archive at the service; the migration itself can still be read there. */
function defineDelete(command: Command, context: CommandContext): void {
  command.argument('<id>', 'id of the migration', parseMigrationId);
  addFlag(command, '-n, --dry-run', 'show what would be deleted, and delete nothing');
  addHelpEnd(command, ['export delete 7 --dry-run', 'export delete 7']);
  command.action(async (id: MigrationId, flags: ServiceCommandFlags & { readonly dryRun?: boolean }) => {
    await runAsJob(flags, context, async ({ migrations }) => {
      const { state, createdAt } = await migrations.get(id, { exclude: ['repositories'] });
      const outcome = flags.dryRun === true ? 'would-delete' : await migrations.deleteArchive(id);
      const words = {
        'would-delete': `Would delete the archive of migration ${id} (${state}, created ${printedMoment(createdAt)})`,
        deleted: `Deleted the archive of migration ${id}`,
        absent: `Migration ${id} has no archive (any more): nothing to delete`,
      }[outcome];
      context.stdout.write(flags.json === true ? jsonLine({ id, outcome }) : `${words}\n`);
    });
  });
}

type ReposFlags = ServiceCommandFlags & Omit<RowFormatOptions, 'json'>;

/** `satchel export repos [ID]`: lists the repositories of a migration, or all that can be exported. */
function defineRepos(command: Command, context: CommandContext): void {
  command.argument(
    '[id]',
    'id of a migration (default: all repositories that can be exported)',
    parseMigrationId,
  );
  addRowFormatFlags(command);
  addHelpEnd(command, ['export repos', 'export repos 7 --csv']);
  command.action(async (id: MigrationId | undefined, flags: ReposFlags) => {
    const format = chooseRowFormat(flags);
    await runAsJob(flags, context, async ({ migrations, repositories, owner }) => {
      const all = id === undefined ? repositories.listFor(owner) : migrations.repositories(id);
      const rows = eachAs(all, ({ fullName, isPrivate, isFork, isArchived, language = null }) => [
        fullName,
        ...[isPrivate, isFork, isArchived].map(yesNo),
        language,
      ]);
      const columns = ['repository', 'private', 'fork', 'archived', 'language'];
      await writeRows(context, { columns, rows }, format);
    });
  });
}
