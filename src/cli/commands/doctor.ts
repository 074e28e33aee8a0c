import type { Command } from 'commander';
import { examineAll } from '../../app/examine-all.ts';
import type { StoreSettings } from '../../app/store-location.ts';
import type { Check } from '../../backup/check.ts';
import { PURPOSES, type PurposeName } from '../../backup/check-purpose.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import { addServiceFlags, type ServiceCommandFlags } from '../flags/run-with-service.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { cellText } from '../render/cell-text.ts';
import { wrapText } from '../render/wrap-text.ts';

export interface DoctorFlags extends ServiceCommandFlags, StoreSettings {
  readonly for?: readonly PurposeName[];
}

/** `satchel doctor`: checks this machine, the service and the token on one screen, with a remedy for each fault. */
export function defineDoctor(command: Command, context: CommandContext): void {
  addServiceFlags(command);
  addStoreFlags(command);
  addFlag(command, '--for <purpose...>', 'what the token will be used for (default: backup)', {
    choices: Object.keys(PURPOSES),
  });
  addHelpEnd(command, ['doctor', 'doctor --vault ~/work --org acme --for backup alerts', 'doctor --json']);
  command.action(async (flags: DoctorFlags) => await performDoctor(flags, context));
}

/** Runs all checks, prints the results, and sets the exit status. */
export async function performDoctor(flags: DoctorFlags, context: CommandContext): Promise<void> {
  const checks = await examineAll(flags, context);
  context.stdout.write(
    flags.json === true ? jsonLine({ checks }) : wrapText(checks.map(lineOf).join(''), context.stdout),
  );
  endBy(checks, context);
}

const MARKS = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;
const NAME_COLUMNS = 19;

function lineOf({ name, verdict, found, cure }: Check): string {
  const indent = ' '.repeat(MARKS.ok.length + NAME_COLUMNS + 2);
  const line = `${MARKS[verdict]} ${name.padEnd(NAME_COLUMNS)} ${cellText(found)}\n`;
  return cure === undefined ? line : `${line}${indent}→ ${cure}\n`;
}

/** The first fault determines the exit status: later ones are often its consequences. */
function endBy(checks: readonly Check[], context: CommandContext): void {
  const fault = checks.find(({ verdict }) => verdict === 'fault');
  if (fault !== undefined) {
    context.endWith(fault.exit ?? 'failed');
  } else if (checks.some(({ verdict }) => verdict === 'warning')) {
    context.endWith('warnings');
  }
}
