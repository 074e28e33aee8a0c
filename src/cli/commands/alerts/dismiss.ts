import type { Command } from 'commander';
import { definedMembers } from '../../../base/index.ts';
import { DISMISSAL_REASONS } from '../../../endpoints/index.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags.ts';
import type { ServiceCommandFlags } from '../../run-with-service.ts';
import { addAlertArguments } from './alert-argument.ts';
import { changeAlert } from './change-alert.ts';

interface DismissFlags extends ServiceCommandFlags {
  readonly reason: string;
  readonly comment?: string;
}

/** `satchel alerts dismiss OWNER/NAME NUMBER`: it stays listed as dismissed, with the reason. */
export function defineDismiss(command: Command, context: CommandContext): void {
  addAlertArguments(command);
  addFlag(command, '--reason <reason>', 'why', { choices: DISMISSAL_REASONS });
  addFlag(command, '--comment <text>', 'more about it, in 280 characters at most');
  addHelpEnd(command, ['alerts dismiss acme/rocket 7 --reason not_used']);
  command.action(async (repository: string, number: number, flags: DismissFlags) => {
    const words = definedMembers({ dismissedReason: flags.reason, dismissedComment: flags.comment });
    await changeAlert({ repository, number, change: { state: 'dismissed', ...words } }, flags, context);
  });
}
