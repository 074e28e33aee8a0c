import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import type { ServiceCommandFlags } from '../../run-with-service.ts';
import { addAlertArguments } from './alert-argument.ts';
import { changeAlert } from './change-alert.ts';

/** `satchel alerts reopen OWNER/NAME NUMBER`: takes a dismissal back. */
export function defineReopen(command: Command, context: CommandContext): void {
  addAlertArguments(command);
  addHelpEnd(command, ['alerts reopen acme/rocket 7']);
  command.action(async (repository: string, number: number, flags: ServiceCommandFlags) => {
    await changeAlert({ repository, number, change: { state: 'open' } }, flags, context);
  });
}
