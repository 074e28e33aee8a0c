import type { CompletedCommand, Value } from './completion-model.ts';

/** The completion for fish 3 and later. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion for fish. Load it with: satchel completion fish | source
# or save it as ~/.config/fish/completions/satchel.fish.
function __satchel_at -d 'Whether the command line begins with these words'
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); or return 1
    test (string join ' ' -- $words[1..(count $argv)]) = "$argv"
end

function __satchel_lacks_command -d 'Whether the command line is these words, without a subcommand'
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end

complete -c satchel -f
${commands.flatMap(linesFor).join('\n')}
`;
}

function linesFor({ path, flags, argument, subcommands }: CompletedCommand): readonly string[] {
  const isGroup = subcommands.length > 0;
  const start = `complete -c satchel -n '${isGroup ? '__satchel_lacks_command' : '__satchel_at'} ${path}'`;
  return [
    ...subcommands.map(({ name, summary }) => `${start} -a ${name} -d ${quote(summary)}`),
    ...flags.map(({ names, words, value }) => {
      const spelled = names.map((name) =>
        name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
      );
      return `${start} ${spelled.join(' ')}${value === undefined ? '' : ` ${flagValue(value)}`} -d ${quote(words)}`;
    }),
    ...(argument.kind === 'text' ? [] : [`${start} ${argumentValue(argument)}`]),
  ];
}

function flagValue(value: Value): string {
  switch (value.kind) {
    case 'choice':
      return `-x -a ${quote(value.choices.join(' '))}`;
    case 'file':
      return '-r -F';
    case 'directory':
      return "-x -a '(__fish_complete_directories)'";
    default:
      return '-x';
  }
}

function argumentValue(value: Value): string {
  return value.kind === 'file' ? '-F' : flagValue(value).replace('-x ', '');
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
