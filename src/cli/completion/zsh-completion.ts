import type { CompletedCommand, CompletedFlag, Value } from './completion-model.ts';

/** The completion for zsh, by its function `_arguments`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => `' ${path}'`);
  const cases = commands.map(
    (command) => `  '${command.path === '' ? '' : ` ${command.path}`}')\n${specsOf(command)}\n    ;;`,
  );
  return `#compdef satchel
# Completion for zsh. Load it with: source <(satchel completion zsh)
# or save it as _satchel in a directory of $fpath.
_satchel() {
  local place='' word
  integer depth=0
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $word" in
    (${paths.join('|')}) place="$place $word"; (( depth++ )) ;;
    (*) break ;;
    esac
  done
  words=(satchel "\${(@)words[depth+2,-1]}")
  (( CURRENT -= depth ))
  case "$place" in
${cases.join('\n').replaceAll(/^ {2}'/gm, "  ('")}
  esac
}
if [[ $funcstack[1] == _satchel ]]; then
  _satchel "$@"
else
  compdef _satchel satchel
fi
`;
}

function specsOf({ flags, argument, subcommands }: CompletedCommand): string {
  if (subcommands.length > 0) {
    const rows = subcommands.map(({ name, summary }) => quote(`${name}:${summary.replaceAll(':', '\\:')}`));
    return `    local -a subcommands=(${rows.join(' ')})
    if [[ $words[CURRENT] == -* ]]; then
      _arguments ${flags.flatMap(flagSpecs).join(' ')}
    else
      _describe command subcommands
    fi`;
  }
  const rest = argument.kind === 'text' ? [] : [quote(`*:argument:${actionOf(argument)}`)];
  return `    _arguments -s -S ${[...flags.flatMap(flagSpecs), ...rest].join(' ')}`;
}

/** `'(-L --limit)'{-L,--limit=}'[…]:count:'`, written out for each name. */
function flagSpecs({ names, words, value, valueName, isRepeatable }: CompletedFlag): readonly string[] {
  const text = `[${words.replaceAll(/[[\]\\:]/g, '\\$&')}]`;
  const others = isRepeatable ? '*' : names.length > 1 ? `(${names.join(' ')})` : '';
  return names.map((name) => {
    const isLong = name.startsWith('--');
    const action = value === undefined ? '' : `:${valueName.replaceAll(':', ' ')}:${actionOf(value)}`;
    return quote(`${others}${name}${value !== undefined && isLong ? '=' : ''}${text}${action}`);
  });
}

function actionOf(value: Value): string {
  switch (value.kind) {
    case 'choice':
      return `(${value.choices.join(' ')})`;
    case 'file':
      return '_files';
    case 'directory':
      return '_files -/';
    default:
      return ' ';
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
