import type { Argument, Command, Option } from 'commander';
import { type Environment, pathFromHome } from '../../base/user-directories.ts';

/** Placeholders in help that mean a file. */
export const FILE_NAMES: ReadonlySet<string> = new Set([
  'a',
  'archive',
  'archives',
  'b',
  'file',
  'from',
  'path',
  'store',
]);

/** Placeholders in help that mean a folder. */
export const DIRECTORY_NAMES: ReadonlySet<string> = new Set(['dir', 'directory', 'to']);

/** `count` in `-L, --limit <count>`. */
export function placeholderIn(flags: string): string {
  return /[<[](.*?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1] ?? '';
}

/** Makes all flags and arguments of a command that are paths begin at home if they say so. */
export function readPathsFromHome(command: Command, env: Environment): void {
  for (const option of command.options) {
    readFromHome(option, placeholderIn(option.flags), env);
  }
  for (const argument of command.registeredArguments) {
    readFromHome(argument, argument.name(), env);
  }
}

function readFromHome(value: Option | Argument, placeholder: string, env: Environment): void {
  const { parseArg, variadic } = value;
  if (FILE_NAMES.has(placeholder) || DIRECTORY_NAMES.has(placeholder)) {
    value.argParser((text: string, previous: unknown) => {
      const path = pathFromHome(text, env);
      return (
        parseArg?.(path, previous) ?? (variadic ? [...(Array.isArray(previous) ? previous : []), path] : path)
      );
    });
  }
}
