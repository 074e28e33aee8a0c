import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addHelpEnd } from '../../flags.ts';
import { addVaultFlag } from '../../vault-flags.ts';
import { changePins, type PinFlags } from './change-pins.ts';

/** `satchel vault unpin ARCHIVE…`: the rules decide about archives again. */
export function defineUnpin(command: Command, context: CommandContext): void {
  command.argument('<archives...>', 'ids, file names, or "latest"');
  addVaultFlag(command);
  addHelpEnd(command, ['vault unpin --vault ~/work 3f9a1c20']);
  command.action(async (names: readonly string[], flags: PinFlags) => {
    await changePins({ names, flags, pin: undefined }, context);
  });
}
