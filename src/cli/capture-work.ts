import { type Command, InvalidArgumentError } from 'commander';
import type { CaptureWork } from '../backup/index.ts';
import { Failure } from '../base/index.ts';
import { createAlerts, createBudgets, createEvents, createNotifications } from '../endpoints/index.ts';
import type { CaptureName } from '../store/index.ts';
import { addFlag, gatherNames } from './flags.ts';
import type { Service } from './service.ts';

/** What a backup keeps beside its archive. */
export interface WithFlags {
  readonly with?: readonly CaptureName[];
}

const NAMES: readonly CaptureName[] = ['events', 'notifications', 'alerts', 'budgets'];

/** Adds `--with`. */
export function addWithFlag(command: Command): void {
  addFlag(command, '--with <kinds>', `also keep these in the store: ${NAMES.join(', ')}`, {
    parse: parseCaptureNames,
  });
}

/** Fails (`usage`), before anything is exported, where budgets of an account are asked for: only organizations have some. */
export function requireBudgetsOfSomebody({
  with: names,
  org,
}: WithFlags & { readonly org?: string | undefined }): void {
  if (names?.includes('budgets') === true && org === undefined) {
    throw new Failure('usage', 'Cannot keep the budgets of an account: only organizations have budgets', {
      hint: 'Leave "budgets" out of --with, or name the organization with --org',
    });
  }
}

/** Where the chosen kinds are read; undefined where none was chosen. */
export function captureWork({ with: names }: WithFlags, { client }: Service): CaptureWork | undefined {
  return names === undefined
    ? undefined
    : {
        names,
        events: createEvents(client),
        notifications: createNotifications(client),
        alerts: createAlerts(client),
        budgetsOf: (org) => createBudgets(client, org),
      };
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
