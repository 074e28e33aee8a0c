import type { Command } from 'commander';
import { openService, type Service } from '../../app/service.ts';
import type { ServiceSettings } from '../../app/service-settings.ts';
import { withUsualOwner } from '../../app/usual-job.ts';
import { PLACE_SETTINGS } from '../../model/backup-settings.table.ts';
import { DIALECTS } from '../../model/dialects.table.ts';
import type { CommandContext } from '../context.ts';
import { createReporter, type Reporter } from '../output/reporter.ts';
import { type CommonFlags, flagsOf, gatherNames, parseCount } from './flags.ts';
import { addSettingFlags } from './setting-flags.ts';

/** The flags of a command that calls the service, including the common ones. */
export interface ServiceCommandFlags extends ServiceSettings, CommonFlags {}

/** Opens the service for one command, and always closes its connections. */
export async function runWithService<Result>(
  flags: ServiceCommandFlags,
  context: CommandContext,
  run: (service: Service, reporter: Reporter) => Promise<Result>,
): Promise<Result> {
  const reporter = createReporter(context, flags);
  const service = await openService(flags, { ...context, onReport: reporter.report });
  try {
    const result = await run(service, reporter);
    if (service.client.leftOut().length > 0) {
      context.endWith('warnings');
    }
    return result;
  } finally {
    reporter.end();
    await service.close();
  }
}

/** As `runWithService`, with the account and organization of the configuration's only job as defaults. */
export async function runAsJob<Result>(
  given: ServiceCommandFlags,
  context: CommandContext,
  run: (service: Service, reporter: Reporter) => Promise<Result>,
): Promise<Result> {
  const flags = await withUsualOwner(given, context);
  return await runWithService(flags, context, async (service, reporter) => {
    if (flags.org !== given.org) {
      reporter.note(`Using the organization "${flags.org}" of the only job in the configuration`);
    }
    return await run(service, reporter);
  });
}

export function addAddressFlags(command: Command): void {
  const add = flagsOf(command, 'connection');
  add(
    '--account <name>',
    'the account of the configuration to use (default: the one at --base-url, or the only one)',
  );
  add('--base-url <url>', "address of the API (default: the account's, else https://api.github.com)");
  add('--dialect <name>', 'variant of the API (default: by the base URL)', {
    choices: Object.keys(DIALECTS),
  });
  add('--ca-file <file>', 'also trust the certificates in this PEM file');
}

/** Adds the flags that select the service, the token and the owner, for migrations: they need a classic token. */
export function addMigrationFlags(command: Command): void {
  addAddressFlags(command);
  const add = flagsOf(command, 'connection');
  add('--token-file <file>', 'file that holds a classic personal access token (default: SATCHEL_TOKEN)');
  const { org, wait } = PLACE_SETTINGS;
  addSettingFlags(command, { org, wait });
  add(
    '--allow-storage-host <host...>',
    'allow archive downloads from this host even if its address is private',
    {
      parse: gatherNames,
    },
  );
}

/** Adds the same flags, and those for calls that accept other ways to authenticate, or none. */
export function addServiceFlags(command: Command): void {
  addMigrationFlags(command);
  const add = flagsOf(command, 'connection');
  add('--anonymous', 'send no token: only public data, 60 requests per hour');
  add('--client-id <id>', 'call as an OAuth app, for public data only (secret: SATCHEL_CLIENT_SECRET)');
  add('--client-secret-file <file>', 'file that holds the secret of the OAuth app');
  add('--app-id <id>', 'call as a GitHub App, for budgets and alerts; migrations do not accept it');
  add('--app-key-file <file>', 'file that holds the private key of the GitHub App');
  add(
    '--installation-id <id>',
    'installation of the GitHub App (default: the one on --org, or the only one)',
    {
      parse: parseCount,
    },
  );
}
