import type { Command } from 'commander';
import { parseWholeNumber } from '../../flags.ts';

/** Adds the arguments that name one alert. */
export function addAlertArguments(command: Command): void {
  command.argument('<repository>', 'OWNER/NAME of the repository');
  command.argument('<number>', 'number of the alert', parseWholeNumber);
}
