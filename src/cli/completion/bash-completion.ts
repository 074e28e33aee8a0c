import type { CompletedCommand, Value } from './completion-model.ts';

/** The completion for bash 3.2 and later. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path !== '').map(({ path }) => `' ${path}'`);
  const values = valueCases(commands).map(([patterns, value]) => `    ${patterns}) ${proposal(value)} ;;`);
  const words = commands.map(({ path, flags, subcommands }) => {
    const names = [...subcommands.map(({ name }) => name), ...flags.flatMap((flag) => flag.names)];
    return `    '${path === '' ? '' : ` ${path}`}') words='${names.join(' ')}' ;;`;
  });
  const argumentsOf = commands
    .filter(({ argument }) => argument.kind !== 'text')
    .map(({ path, argument }) => `    ' ${path}') ${proposal(argument)} ;;`);
  return `# Completion for bash. Load it with: source <(satchel completion bash)
_satchel_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_satchel_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}

_satchel() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} place='' word words=''
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur=''
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place $word" in
    ${paths.join(' | ')}) place="$place $word" ;;
    *) break ;;
    esac
  done
  case "$place $prev" in
${values.join('\n')}
  esac
  case "$place" in
${words.join('\n')}
  esac
  if [[ $cur == -* ]]; then
    _satchel_words "$words"
    return
  fi
  case "$place" in
${argumentsOf.join('\n')}
  esac
  _satchel_words "$(printf '%s\\n' $words | grep -v '^-')"
}
complete -F _satchel satchel
`;
}

/** Each kind of value with the patterns of the flags that take it. A flag with one kind everywhere is named once. */
function valueCases(commands: readonly CompletedCommand[]): readonly (readonly [string, Value])[] {
  const uses = commands.flatMap(({ path, flags }) =>
    flags.flatMap(({ names, value }) =>
      value === undefined ? [] : names.map((name) => ({ path, name, value, key: JSON.stringify(value) })),
    ),
  );
  const switches = new Set(
    commands.flatMap(({ flags }) => flags.flatMap(({ names, value }) => (value === undefined ? names : []))),
  );
  const keysOf = (name: string) => new Set(uses.filter((use) => use.name === name).map(({ key }) => key));
  const patterns = new Map<string, Set<string>>();
  for (const { path, name, key } of uses) {
    const isSame = keysOf(name).size === 1 && !switches.has(name);
    const group = patterns.get(key) ?? new Set();
    patterns.set(key, group.add(isSame ? `*' ${name}'` : `' ${path} ${name}'`));
  }
  return [...patterns].map(([key, group]) => [[...group].join(' | '), JSON.parse(key) as Value]);
}

function proposal(value: Value): string {
  switch (value.kind) {
    case 'choice':
      return `_satchel_words '${value.choices.join(' ')}'; return`;
    case 'file':
      return '_satchel_paths -f; return';
    case 'directory':
      return '_satchel_paths -d; return';
    default:
      return 'return';
  }
}
