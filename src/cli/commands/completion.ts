import { Argument, type Command } from 'commander';
import { bashCompletion } from '../completion/bash-completion.ts';
import { completedCommands } from '../completion/completion-model.ts';
import { fishCompletion } from '../completion/fish-completion.ts';
import { powershellCompletion } from '../completion/powershell-completion.ts';
import { zshCompletion } from '../completion/zsh-completion.ts';
import type { CommandContext } from '../context.ts';
import { addHelpEnd, addHelpNote } from '../flags.ts';
import { dataOutput } from '../guard-output.ts';
import { jsonLine } from '../json-names.ts';
import { writeText } from '../render/write-text.ts';

const SHELLS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const;

/** `satchel completion SHELL`: prints a script that completes commands, flags and values. */
export function defineCompletion(command: Command, context: CommandContext): void {
  command.addArgument(
    new Argument('<shell>', 'the shell to write the script for').choices(Object.keys(SHELLS)),
  );
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
  command.action(async (shell: keyof typeof SHELLS, { json }: { readonly json?: boolean }) => {
    const script = SHELLS[shell](completedCommands(await context.loadProgram()));
    await writeText(dataOutput(context.stdout), json === true ? jsonLine({ shell, script }) : script);
  });
}
