import type { CommandContext } from './context.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { openService, type Service, type ServiceFlags } from './service.ts';

/** The flags of a command that calls the service, the common ones included. */
export interface ServiceCommandFlags extends ServiceFlags {
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
  const service = await openService(flags, reporter, context);
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
