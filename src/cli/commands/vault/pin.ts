import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { addFlag, addHelpEnd } from '../../flags.ts';
import { addVaultFlag } from '../../vault-flags.ts';
import { changePins, type PinFlags } from './change-pins.ts';

/** `satchel vault pin ARCHIVE…`: keeps archives whatever the rules say. */
export function definePin(command: Command, context: CommandContext): void {
  command.argument('<archives...>', 'ids, file names, or "latest"');
  addVaultFlag(command);
  addFlag(command, '--note <text>', 'why it is kept, shown in the list');
  addHelpEnd(command, ['vault pin --vault ~/work latest --note "before the move"']);
  command.action(async (names: readonly string[], flags: PinFlags & { readonly note?: string }) => {
    const pinnedAt = new Date(context.clock.now()).toISOString();
    const pin = flags.note === undefined ? { pinnedAt } : { pinnedAt, note: flags.note };
    await changePins({ names, flags, pin }, context);
  });
}
