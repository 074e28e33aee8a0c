import { dirname } from 'node:path';
import type { Command } from 'commander';
import {
  type Check,
  checkDisk,
  checkGit,
  checkNode,
  type Examination,
  examineService,
  failedCheck,
  PURPOSES,
  type PurposeName,
} from '../../backup/index.ts';
import { openEndpoints } from '../../endpoints/index.ts';
import { tokenKindOf } from '../../model/index.ts';
import { tokenCommandFor } from '../configuration.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags.ts';
import { jsonLine } from '../json-names.ts';
import { cellText } from '../render/cell-text.ts';
import { runWithService, type ServiceCommandFlags } from '../run-with-service.ts';
import { addServiceFlags, type Service } from '../service.ts';
import { addStoreFlags, chooseStore, type StoreFlags } from '../store-location.ts';
import { findCredentials } from '../token-source.ts';

export interface DoctorFlags extends ServiceCommandFlags, StoreFlags {
  readonly for?: readonly PurposeName[];
}

/** `satchel doctor`: this machine, the service and the token on one screen, each fault with its cure. */
export function defineDoctor(command: Command, context: CommandContext): void {
  addServiceFlags(command);
  addStoreFlags(command);
  addFlag(command, '--for <purpose...>', 'what the token is to do (default: backup)', {
    choices: Object.keys(PURPOSES),
  });
  addHelpEnd(command, ['doctor', 'doctor --vault ~/work --org acme --for backup alerts', 'doctor --json']);
  command.action(async (flags: DoctorFlags) => await performDoctor(flags, context));
}

/** Looks at everything, shows what was found, and sets the exit status. */
export async function performDoctor(flags: DoctorFlags, context: CommandContext): Promise<void> {
  const checks = [
    checkNode(),
    await checkGit(context.env['PATH'] ?? '', context.signal),
    await checkDisk(flags.vault ?? dirname(await chooseStore(flags, context))),
    ...(await checkService(flags, context)),
  ];
  context.stdout.write(flags.json === true ? jsonLine({ checks }) : checks.map(lineOf).join(''));
  endBy(checks, context);
}

/** Where there is no token or no base URL, that is the finding. */
async function checkService(flags: DoctorFlags, context: CommandContext): Promise<readonly Check[]> {
  const checks: Check[] = [];
  try {
    await runWithService({ ...flags, json: false, quiet: true }, context, async (service) => {
      for await (const check of examineService(await examinationOf(service, flags, context))) {
        checks.push(check);
      }
    });
    return checks;
  } catch (error) {
    return [...checks, failedCheck('service', error)];
  }
}

async function examinationOf(
  { client, baseUrl, dialect }: Service,
  flags: DoctorFlags,
  context: CommandContext,
): Promise<Examination> {
  const tokenCommand = async () => await tokenCommandFor(baseUrl, context);
  const { token } = await findCredentials(flags, { dialect, baseUrl, context, tokenCommand });
  return {
    endpoints: openEndpoints(client),
    baseUrl,
    dialect,
    tokenKind: token === undefined ? undefined : tokenKindOf(token),
    org: flags.org,
    purposes: flags.for ?? ['backup'],
    nowMs: context.clock.now(),
  };
}

const MARKS = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' } as const;
const NAME_COLUMNS = 19;

function lineOf({ name, verdict, found, cure }: Check): string {
  const indent = ' '.repeat(MARKS.ok.length + NAME_COLUMNS + 2);
  const line = `${MARKS[verdict]} ${name.padEnd(NAME_COLUMNS)} ${cellText(found)}\n`;
  return cure === undefined ? line : `${line}${indent}→ ${cure}\n`;
}

/** The first fault decides: what comes after it often follows from it. */
function endBy(checks: readonly Check[], context: CommandContext): void {
  const fault = checks.find(({ verdict }) => verdict === 'fault');
  if (fault !== undefined) {
    context.endWith(fault.exit ?? 'failed');
  } else if (checks.some(({ verdict }) => verdict === 'warning')) {
    context.endWith('warnings');
  }
}
