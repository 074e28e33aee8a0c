import type { Command } from 'commander';
import { locateConfiguration } from '../../app/configuration.ts';
import { configurationPlaces } from '../../config/read-configuration.ts';
import { Failure } from '../../model/failure.ts';
import type { Context } from '../context.ts';
import { addFlag } from './flags.ts';

export interface ConfigurationFlags {
  readonly config?: string;
}

export function addConfigurationFlag(command: Command): void {
  addFlag(command, '--config <file>', 'the configuration (default: satchel.yaml in ~/.config/satchel)');
}

/** The path of the configuration: `--config`, else the result of `locateConfiguration`. Fails with `absent`. */
export async function requireConfigurationPath(flags: ConfigurationFlags, context: Context): Promise<string> {
  const path = flags.config ?? (await locateConfiguration(context));
  if (path === undefined) {
    const [place = 'satchel.yaml'] = configurationPlaces(context.env);
    throw new Failure(
      'absent',
      `Cannot find a configuration: there is none at "${place}", nor at any other default path`,
      {
        hint: `Create one with "${context.invocation} init", or name one with --config`,
      },
    );
  }
  return path;
}
