import type { CompletedCommand, Value } from './completion-model.ts';

/** The completion for PowerShell 5 and later. Where it proposes nothing, PowerShell proposes files. */
export function powershellCompletion(commands: readonly CompletedCommand[]): string {
  const rows = commands.map(({ path, flags, argument, subcommands }) => {
    const words = [
      ...subcommands.map(({ name, summary }) => entry(name, summary)),
      ...choicesOf(argument).map((choice) => entry(choice, choice)),
      ...flags.flatMap(({ names, words }) => names.map((name) => entry(name, words))),
    ];
    const values = flags.flatMap(({ names, value }) =>
      value === undefined ? [] : names.map((name) => `${quote(name)} = @(${choiceList(value)})`),
    );
    return `    ${quote(path)} = @{
      Words = @(${words.join(', ')})
      Values = @{ ${values.join('; ')} }
    }`;
  });
  return `# Completion for PowerShell. Load it with: satchel completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName satchel -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @{
${rows.join('\n')}
  }
  $place = ''
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  foreach ($word in $before) {
    $next = "$place $word".Trim()
    if (-not $commands.ContainsKey($next)) { break }
    $place = $next
  }
  $command = $commands[$place]
  if ($before.Count -gt 0 -and $command.Values.ContainsKey($before[-1])) {
    $command.Values[$before[-1]] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
    return
  }
  $command.Words | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}

/** An array of two, kept as one element by the comma. */
function entry(word: string, text: string): string {
  return `,@(${quote(word)}, ${quote(text)})`;
}

function choicesOf(value: Value): readonly string[] {
  return value.kind === 'choice' ? value.choices : [];
}

function choiceList(value: Value): string {
  return choicesOf(value).map(quote).join(', ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
