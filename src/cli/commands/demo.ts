import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags.ts';
import type { DemoFlags } from '../run-demo.ts';

/** `satchel demo`: runs a backup against its own sandbox, and proves that each step really happened. */
export function defineDemo(command: Command, context: CommandContext): void {
  addFlag(command, '--seed <text>', 'seed of the sample data: the same seed gives the same data', {
    default: 'satchel',
  });
  addFlag(command, '--vault <dir>', 'where to put the vault (default: a new temporary directory)', {
    isOwn: true, // Demo data must not get into the vault of SATCHEL_VAULT.
  });
  addHelpEnd(command, ['demo', 'demo --seed other --vault demo-vault']);
  command.action(async (flags: DemoFlags) => {
    const { runDemo } = await import('../run-demo.ts');
    await runDemo(flags, context);
  });
}
