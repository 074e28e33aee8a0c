import { type Command, InvalidArgumentError } from 'commander';
import type { CaptureName } from '../store/index.ts';
import { addFlag, gatherNames } from './flags.ts';

const NAMES: readonly CaptureName[] = ['events', 'notifications', 'alerts', 'budgets'];

/** Adds `--with`. */
export function addWithFlag(command: Command): void {
  addFlag(command, '--with <kinds>', `also keep these in the store: ${NAMES.join(', ')}`, {
    parse: parseCaptureNames,
  });
}

function parseCaptureNames(
  text: string,
  previous: readonly CaptureName[] | undefined,
): readonly CaptureName[] {
  return gatherNames(text, previous).map((name) => {
    const known = NAMES.find((candidate) => candidate === name);
    if (known === undefined) {
      throw new InvalidArgumentError(`It must be one or more of ${NAMES.join(', ')}.`);
    }
    return known;
  });
}
