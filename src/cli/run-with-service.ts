import { openService, type Service, type ServiceSettings, withUsualOwner } from '../app/index.ts';
import type { CommandContext } from './context.ts';
import { createReporter, type Reporter } from './reporter.ts';

/** The flags of a command that calls the service, the common ones included. */
export interface ServiceCommandFlags extends ServiceSettings {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Opens the service for one command and closes its connections whatever happens. */
export async function runWithService<Result>(
  flags: ServiceCommandFlags,
  context: CommandContext,
  run: (service: Service, reporter: Reporter) => Promise<Result>,
): Promise<Result> {
  const reporter = createReporter(context, { json: flags.json === true, quiet: flags.quiet === true });
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

/** As above, for the account and organization of the only job of the configuration, unless flags say whose work is meant. */
export async function runAsJob<Result>(
  given: ServiceCommandFlags,
  context: CommandContext,
  run: (service: Service, reporter: Reporter) => Promise<Result>,
): Promise<Result> {
  const flags = await withUsualOwner(given, context);
  return await runWithService(flags, context, async (service, reporter) => {
    if (flags.org !== given.org) {
      reporter.note(`For the organization "${flags.org}", by the only job of the configuration`);
    }
    return await run(service, reporter);
  });
}
