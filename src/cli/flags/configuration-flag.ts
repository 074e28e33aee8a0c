import type { Command } from 'commander';
import { locateConfiguration, usualSettings, vaultsOf } from '../../app/index.ts';
import { configurationPlaces } from '../../config/index.ts';
import { Failure } from '../../model/index.ts';
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

/** The store of the configuration, and its vault if it has exactly one. */
export async function usualStore(
  context: Context,
): Promise<{ readonly db?: string | undefined; readonly vault?: string | undefined }> {
  const usual = await usualSettings(context);
  const [only, ...others] = usual === undefined ? [] : vaultsOf(usual);
  return { db: usual?.db, vault: others.length === 0 ? only : undefined };
}
