interface Shell {
  /** Asks `satchel completion SHELL --at=WORD -- WORD…` whenever something is to be completed. */
  readonly script: string;
  /** One proposed word, as the script reads it. */
  readonly line: (word: string, description: string) => string;
}

const tabbed = (word: string, description: string) => `${word}\t${description === '' ? word : description}`;

/** The first line that a script reads is `words`, `files` or `directories`; the words follow. */
export const SHELLS = {
  /** bash 3.2 and later. */
  bash: {
    line: (word) => word,
    script: `# Completion for bash. Load it with: source <(satchel completion bash)
_satchel() {
  local IFS=$'\\n' cur=\${COMP_WORDS[COMP_CWORD]} lines before
  before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  if [[ $cur == = ]]; then
    before+=(=)
    cur=''
  fi
  lines=($("$1" completion bash --at="$cur" -- "\${before[@]}" 2>/dev/null))
  COMPREPLY=()
  case \${lines[0]} in
  words) COMPREPLY=($(compgen -W "\${lines[*]:1}" -- "$cur")) ;;
  files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
  directories) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
  esac
}
complete -F _satchel satchel
`,
  },
  zsh: {
    line: (word, description) => `${word.replaceAll(':', '\\:')}:${description}`,
    script: `#compdef satchel
# Completion for zsh. Load it with: source <(satchel completion zsh)
# or save it as _satchel in a directory of $fpath.
_satchel() {
  local -a lines found
  lines=("\${(@f)$("$words[1]" completion zsh --at="$words[CURRENT]" -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  found=("\${(@)lines[2,-1]}")
  case $lines[1] in
  (words) _describe satchel found ;;
  (files) compset -P '--*='; _files ;;
  (directories) compset -P '--*='; _files -/ ;;
  esac
}
if [[ $funcstack[1] == _satchel ]]; then
  _satchel "$@"
else
  compdef _satchel satchel
fi
`,
  },
  fish: {
    line: tabbed,
    script: `# Completion for fish. Load it with: satchel completion fish | source
# or save it as ~/.config/fish/completions/satchel.fish.
function __satchel_proposals
    set -l words (commandline -opc)
    set -l program $words[1]
    set -e words[1]
    set -l at (commandline -ct)
    set -l lines ($program completion fish --at="$at" -- $words 2>/dev/null)
    set -l kind $lines[1]
    set -e lines[1]
    set -l flag (string match -r -- '^--[^=]+=' "$at")
    set -l path (string replace -r -- '^--[^=]+=' '' "$at")
    switch "$kind"
        case words
            string join \\n -- $lines
        case files
            printf '%s\\n' "$flag"(__fish_complete_path "$path")
        case directories
            printf '%s\\n' "$flag"(__fish_complete_directories "$path")
    end
end
complete -c satchel -f -a '(__satchel_proposals)'
`,
  },
  /** PowerShell 5 and later. Where nothing is proposed, it proposes files. */
  powershell: {
    line: tabbed,
    script: `# Completion for PowerShell. Load it with: satchel completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName satchel -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $kind, $lines = satchel completion powershell "--at=$wordToComplete" -- @before
  if ($kind -eq 'words') {
    $lines | Where-Object { $_ } | ForEach-Object { , ($_ -split "\`t") } | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
    }
  }
}
`,
  },
} as const satisfies Record<string, Shell>;
