import type { Command } from 'commander';
import { EXIT_CODES, satchelVersion } from '../base/index.ts';
import { COMMANDS } from './commands.table.ts';
import type { CommandContext, Context } from './context.ts';
import { exitStatusOf } from './exit.ts';
import { FlagCommand, isSwitchedOn } from './flag-command.ts';
import { addCommonFlags } from './flags.ts';

/**
 * Runs one command line (without node and script) and gives its exit status. It never ends the process, so that
 * tests and other programs can call it. Only the module of the command that was named is loaded.
 */
export async function runSatchel(args: readonly string[], context: Context): Promise<number> {
  let status: number = EXIT_CODES.done.status;
  const commandContext: CommandContext = {
    ...context,
    endWith: (exit) => {
      status = EXIT_CODES[exit].status;
    },
  };
  try {
    const program = await createProgram(args, commandContext);
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    const has = (flag: string, variable: string) =>
      args.some((arg) => arg === flag || arg.startsWith(`${flag}=`)) || isSwitchedOn(context.env, variable);
    return exitStatusOf(error, context, {
      json: has('--json', 'SATCHEL_JSON'),
      debug: has('--debug', 'SATCHEL_DEBUG'),
    });
  }
}

async function createProgram(args: readonly string[], context: CommandContext): Promise<Command> {
  const program = new FlagCommand('satchel', context.env)
    .description('Carries your work home from a code-hosting service, and makes it readable without it.')
    .version(satchelVersion(), '-V, --version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns ?? 100,
      getErrHelpWidth: () => context.stderr.columns ?? 100,
    })
    .showSuggestionAfterError()
    .showHelpAfterError('See satchel --help, or --help after a command.');
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  const named = first === 'help' ? second : first;
  for (const row of COMMANDS) {
    const command = program
      .command(row.name)
      .summary(row.summary)
      .description(`${sentence(row.summary)}`);
    if (row.name === named) {
      (await row.load())(command, context);
      for (const leaf of leavesOf(command)) {
        addCommonFlags(leaf);
      }
    }
  }
  return program;
}

function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}
