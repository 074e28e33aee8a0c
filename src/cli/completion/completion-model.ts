import type { Argument, Command, Option } from 'commander';
import { HELP_TOPICS } from '../help/help-topics.table.ts';
import { pathOf } from '../variables.ts';

/** What a shell can propose for a value: nothing if any text is valid. */
export type Value =
  | { readonly kind: 'text' }
  | { readonly kind: 'file' }
  | { readonly kind: 'directory' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

export interface CompletedFlag {
  /** `-L` and `--limit`, or only one of them. */
  readonly names: readonly string[];
  readonly words: string;
  /** Undefined for a switch. */
  readonly value: Value | undefined;
  /** The name of the value in help: `count`. */
  readonly valueName: string;
  readonly isRepeatable: boolean;
}

/** A command as shells complete it. */
export interface CompletedCommand {
  /** Its words after the program's name; empty for the program itself. */
  readonly path: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** Its arguments; the last one may be repeated. */
  readonly argument: Value;
  readonly subcommands: readonly { readonly name: string; readonly summary: string }[];
}

/** Placeholders in help that mean a path. */
const FILE_NAMES: ReadonlySet<string> = new Set(['a', 'archive', 'archives', 'b', 'file', 'path', 'store']);
const DIRECTORY_NAMES: ReadonlySet<string> = new Set(['dir', 'directory']);

/** The program and all its commands. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  const helped = [...program.commands.map((command) => command.name()), ...Object.keys(HELP_TOPICS)];
  const help: CompletedCommand = {
    path: 'help',
    summary: 'show the help of a command or a topic',
    flags: [],
    argument: { kind: 'choice', choices: helped },
    subcommands: [],
  };
  return [...commandsIn(program), help];
}

function commandsIn(command: Command): readonly CompletedCommand[] {
  const subcommands = command.commands.map((child) => ({ name: child.name(), summary: child.summary() }));
  const help = { name: 'help', summary: 'show the help of a command or a topic' };
  return [
    {
      path: pathOf(command).join(' '),
      summary: command.summary(),
      flags: [...command.options.map(completedFlag), HELP_FLAG],
      argument: argumentOf(command.registeredArguments),
      subcommands: command.parent === null ? [...subcommands, help] : subcommands,
    },
    ...command.commands.flatMap(commandsIn),
  ];
}

const HELP_FLAG: CompletedFlag = {
  names: ['-h', '--help'],
  words: 'show the help',
  value: undefined,
  valueName: '',
  isRepeatable: false,
};

function completedFlag(option: Option): CompletedFlag {
  const { short, long, description, variadic, required, optional, argChoices, flags } = option;
  const valueName = placeholderIn(flags);
  return {
    names: [short, long].filter((name) => name !== undefined && name !== null),
    words: description,
    value: required || optional ? proposedValue(valueName, argChoices) : undefined,
    valueName,
    isRepeatable: variadic || (option.parseArg !== undefined && argChoices === undefined),
  };
}

/** `count` in `-L, --limit <count>`. */
function placeholderIn(flags: string): string {
  return /[<[](.*?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1] ?? '';
}

function argumentOf(given: readonly Argument[]): Value {
  const values = given.map((argument) => proposedValue(argument.name(), argument.argChoices));
  return values.find(({ kind }) => kind !== 'text') ?? { kind: 'text' };
}

function proposedValue(name: string, choices: readonly string[] | undefined): Value {
  if (choices !== undefined) {
    return { kind: 'choice', choices };
  }
  if (DIRECTORY_NAMES.has(name)) {
    return { kind: 'directory' };
  }
  return { kind: FILE_NAMES.has(name) ? 'file' : 'text' };
}
