import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addHelpEnd } from '../flags.ts';
import { createReporter } from '../reporter.ts';
import { addSandboxFlags, type SandboxFlags } from './sandbox-flags.ts';

/** `satchel sandbox`: runs the stand-in service until a signal, or writes one archive of its data with `--output`. */
export function defineSandbox(command: Command, context: CommandContext): void {
  addSandboxFlags(command);
  addHelpEnd(command, [
    'sandbox',
    'sandbox --port 8080 --dialect github --log',
    'sandbox --fault "answer,status=502,times=2"',
    'sandbox --scenario team.json --live 5s',
    'sandbox --seed mine --output sample.tar.gz',
  ]);
  command.action(async (flags: SandboxFlags) => {
    const reporter = createReporter(context, { json: flags.json === true, quiet: flags.quiet === true });
    const { serveSandbox, writeSample } = await import('../run-sandbox.ts');
    await (flags.output === undefined
      ? serveSandbox(flags, reporter, context)
      : writeSample(flags, flags.output, reporter, context));
  });
}
