import type { Command, Option } from 'commander';
import { type FlagGroup, headingOf } from './flag-groups.table.ts';

/** The commands that can be run: those without subcommands. */
export function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** The flags of a group in all commands; where descriptions differ, the most frequent one. */
export function optionsOfGroup(group: FlagGroup, commands: readonly Command[]): readonly Option[] {
  const all = commands
    .flatMap(({ options }) => options)
    .filter(({ helpGroupHeading }) => helpGroupHeading === headingOf(group));
  const textOf = ({ flags, description }: Option) => `${flags} ${description}`;
  const countOf = (option: Option) => all.filter((other) => textOf(other) === textOf(option)).length;
  const names = [...new Set(all.map(({ long }) => long))];
  return names.flatMap((name) => {
    const versions = all.filter(({ long }) => long === name);
    return versions.toSorted((one, other) => countOf(other) - countOf(one)).slice(0, 1);
  });
}
