import type { Command } from 'commander';

/**
 * Advice for a command without one of its arguments, if a flag with several values took more than one word: the last
 * one may have been meant as the argument.
 */
export function adviseOnGreedyFlag(args: readonly string[], command: Command): string | undefined {
  for (const { variadic, short, long } of command.options) {
    const at = variadic ? args.findIndex((word) => word === long || word === short) : -1;
    const words = at < 0 ? [] : args.slice(at + 1);
    const next = words.findIndex((word) => word.startsWith('-'));
    const taken = next < 0 ? words : words.slice(0, next);
    if (taken.length > 1) {
      return `${args[at]} took "${taken.at(-1)}" as well: write arguments before flags`;
    }
  }
  return undefined;
}
