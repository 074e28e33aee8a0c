import type { Command } from 'commander';
import { definedMembers, Failure } from '../../../base/index.ts';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags.ts';
import type { ServiceCommandFlags } from '../../run-with-service.ts';
import { addAlertArguments } from './alert-argument.ts';
import { changeAlert } from './change-alert.ts';

interface AssignFlags extends ServiceCommandFlags {
  readonly nobody?: boolean;
  readonly customInstructions?: string;
  readonly customAgent?: string;
  readonly model?: string;
}

/** `satchel alerts assign OWNER/NAME NUMBER LOGIN…`: these people, and no others; an agent takes instructions. */
export function defineAssign(command: Command, context: CommandContext): void {
  addAlertArguments(command);
  command.argument('[login...]', 'who takes care of it');
  addFlag(command, '--nobody', 'take the assignees off');
  addFlag(command, '--custom-instructions <text>', 'instructions for an agent among the assignees');
  addFlag(command, '--custom-agent <name>', 'which agent');
  addFlag(command, '--model <name>', 'which model the agent uses');
  addHelpEnd(command, ['alerts assign acme/rocket 7 mira', 'alerts assign acme/rocket 7 --nobody']);
  command.action(
    async (repository: string, number: number, assignees: readonly string[], flags: AssignFlags) => {
      if (assignees.length > 0 === (flags.nobody === true)) {
        throw new Failure('usage', 'Cannot tell who takes care of the alert: name logins, or give --nobody');
      }
      const { customInstructions, customAgent, model } = flags;
      const change = { assignees, ...definedMembers({ customInstructions, customAgent, model }) };
      await changeAlert({ repository, number, change }, flags, context);
    },
  );
}
