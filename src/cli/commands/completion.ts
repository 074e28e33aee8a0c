import { Argument, type Command } from 'commander';
import { type KnownValues, proposeWords } from '../completion/propose-words.ts';
import { SHELLS } from '../completion/shells.table.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd, addHelpNote } from '../flags/flags.ts';
import { dataOutput } from '../output/guard-output.ts';
import { jsonLine } from '../output/json-names.ts';
import { writeText } from '../output/terminal.ts';

interface CompletionFlags {
  readonly at?: string;
  readonly json?: boolean;
}

/** `satchel completion SHELL`: prints a script that completes commands, flags and values. */
export function defineCompletion(command: Command, context: CommandContext): void {
  command.addArgument(
    new Argument('<shell>', 'the shell to write the script for').choices(Object.keys(SHELLS)),
  );
  command.argument('[words...]', 'with --at: the words before the cursor');
  addFlag(command, '--at <text>', 'print the words that can follow at the cursor; used by the scripts');
  addHelpNote(
    command,
    [
      'To load it in each shell, add to its start-up file:',
      '  bash        source <(satchel completion bash)',
      '  zsh         source <(satchel completion zsh), after compinit',
      '  fish        satchel completion fish | source',
      '  PowerShell  satchel completion powershell | Out-String | Invoke-Expression',
    ].join('\n'),
  );
  addHelpEnd(command, ['completion bash']);
  command.action(
    async (shell: keyof typeof SHELLS, before: readonly string[], { at, json }: CompletionFlags) => {
      const output = dataOutput(context.stdout);
      const { script, line } = SHELLS[shell];
      if (at === undefined) {
        await writeText(output, json === true ? jsonLine({ shell, script }) : script);
        return;
      }
      const known = await valuesKnownTo(context, before, at);
      const { kind, words } = proposeWords(at, before, await context.loadProgram(before), known);
      const lines = [kind, ...words.map(([word, description]) => line(word, description))];
      await writeText(output, `${lines.join('\n')}\n`);
    },
  );
}

/** Saved queries, and the jobs of the configuration; none of one that cannot be read. */
async function valuesKnownTo(
  context: CommandContext,
  before: readonly string[],
  at: string,
): Promise<KnownValues> {
  if (before[0] === 'query') {
    const { SAVED_QUERIES } = await import('../../reading/saved-queries.ts');
    return { sql: Object.entries(SAVED_QUERIES).map(([name, { title }]) => [name, title] as const) };
  }
  // Only the value of this flag needs the configuration; bash splits at equals signs.
  if (![at, ...before.slice(-2)].some((word) => /^--job(?:=|$)/.test(word))) {
    return {};
  }
  const config = before[before.indexOf('--config') + 1];
  const env = before.includes('--config') ? { ...context.env, SATCHEL_CONFIG: config } : context.env;
  const { usualSettings } = await import('../../app/configuration.ts');
  const configuration = await usualSettings({ env }).catch(() => undefined);
  return { '--job': (configuration?.jobs ?? []).map(({ name }) => [name, ''] as const) };
}
