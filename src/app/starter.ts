import { access, chmod } from 'node:fs/promises';
import { parse, resolve } from 'node:path';
import { writeWholeFile } from '../base/whole-file.ts';
import { checkAddress } from '../config/check-address.ts';
import { checkVariableName } from '../config/environment.ts';
import { configurationPlaces } from '../config/read-configuration.ts';
import { type StarterAnswers, starterConfiguration } from '../config/starter-configuration.ts';
import { Failure } from '../model/failure.ts';
import { longestPauseMs } from '../schedule/longest-pause.ts';
import { checkTimes, loadConfiguration } from './configuration.ts';
import type { AppContext } from './context.ts';

interface PlaceSettings {
  readonly config?: string;
  /** Replaces an existing file. */
  readonly force?: boolean;
}

/** Where a new configuration is written: a free path that ends in .yaml. */
export async function chooseStarterPath(
  { config, force }: PlaceSettings,
  { env }: Pick<AppContext, 'env'>,
): Promise<string> {
  const [usual = 'satchel.yaml'] = configurationPlaces(env);
  const path = resolve(config ?? env['SATCHEL_CONFIG'] ?? usual);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere && force !== true) {
    throw new Failure('exists', `Cannot write the configuration "${path}": it exists already`, {
      details: { path },
      commandHint: 'Change it, or replace it with --force',
    });
  }
  if (!/\.ya?ml$/.test(path)) {
    throw new Failure('usage', `Cannot write the configuration "${path}": its name must end in .yaml`);
  }
  return path;
}

/** Writes a configuration with these answers. Fails with `usage` if one of them cannot be used. */
export async function writeStarter(
  path: string,
  answers: StarterAnswers,
  context: Pick<AppContext, 'env'>,
): Promise<void> {
  requireSense(answers);
  await writeWholeFile(path, starterConfiguration(answers, longestPauseMs([answers.schedule]) ?? 0));
  await chmod(path, 0o600);
  await loadConfiguration(path, context); // Verifies that our own output is valid.
}

/** Several configurations may share a vault, whose journal knows jobs by their names. */
export function jobNameOfFile(path: string): string {
  const { name } = parse(path);
  return name === 'satchel' || !/^[A-Za-z][\w.-]{0,63}$/.test(name) ? 'backup' : name;
}

function requireSense({ schedule, timeZone, baseUrl, token }: StarterAnswers): void {
  const address = baseUrl === undefined ? undefined : checkAddress(baseUrl);
  const trouble =
    checkTimes([schedule], timeZone) ??
    (address === undefined ? undefined : `Cannot use the base URL "${baseUrl}": it ${address}`) ??
    (typeof token === 'object' && 'variable' in token && checkVariableName(token.variable) !== undefined
      ? `Cannot use "${token.variable}" as a variable: its name has letters, digits and underscores only`
      : undefined);
  if (trouble !== undefined) {
    throw new Failure('usage', trouble);
  }
}
