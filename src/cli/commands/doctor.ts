import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { environmentOfVault, usualSettings, withUsualOwner } from '../../app/index.ts';
import {
  type Check,
  checkDisk,
  checkThat,
  examineMachine,
  examineService,
  openVaultAt,
  PURPOSES,
  type PurposeName,
} from '../../backup/index.ts';
import { countText } from '../../base/index.ts';
import { openEndpoints } from '../../endpoints/index.ts';
import { Failure } from '../../model/index.ts';
import { isObjectLocation } from '../../objects/index.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import { addServiceFlags, runWithService, type ServiceCommandFlags } from '../flags/run-with-service.ts';
import { addStoreFlags, chooseStore, type StoreFlags } from '../flags/store-location.ts';
import { usualVault } from '../flags/vault-flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { cellText } from '../render/cell-text.ts';
import { wrapText } from '../render/wrap-text.ts';

export interface DoctorFlags extends ServiceCommandFlags, StoreFlags {
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
export async function performDoctor(given: DoctorFlags, context: CommandContext): Promise<void> {
  // If the configuration is wrong, a check reports it.
  const flags = await withUsualOwner(given, context).catch(() => given);
  const checks = [
    ...(await examineMachine(context.env['PATH'] ?? '', context.signal)),
    ...(await checkConfiguration(context)),
    ...(await checkPlace(flags, context)),
    ...(await checkService(flags, context)),
  ];
  context.stdout.write(
    flags.json === true ? jsonLine({ checks }) : wrapText(checks.map(lineOf).join(''), context.stdout),
  );
  endBy(checks, context);
}

async function checkConfiguration(context: CommandContext): Promise<readonly Check[]> {
  const check = await checkThat('configuration', async () => {
    const { path, accounts, jobs } = (await usualSettings(context)) ?? {};
    return path === undefined
      ? ''
      : `${path}: ${countText(accounts?.length ?? 0, 'account')}, ${countText(jobs?.length ?? 0, 'job')}`;
  });
  return check.found === '' ? [] : [check];
}

/** Checks where backups are stored (the vault, even if it does not exist yet, else the store) and its free space. */
async function checkPlace(flags: DoctorFlags, context: CommandContext): Promise<readonly Check[]> {
  return await orFault('vault', async () => {
    const store = flags.vault === undefined ? (flags.db ?? (await usualSettings(context))?.db) : undefined;
    if (store !== undefined) {
      return [await checkDisk(dirname(resolve(store)))];
    }
    const vault = flags.vault ?? (await usualVault(context));
    return vault === undefined
      ? [await checkDisk(dirname(await chooseStore({}, context)))]
      : await checkVault(vault, context);
  });
}

/** The vault, and the disk that it or its working copy is on. */
async function checkVault(location: string, context: CommandContext): Promise<readonly Check[]> {
  const env = await environmentOfVault(location, context);
  let disk: string | undefined = isObjectLocation(location) ? undefined : location;
  const vault = await checkThat('vault', async () => {
    try {
      const { name, directory, manifests } = await openVaultAt(location, { ...context, env });
      disk = directory;
      return `${name}: ${countText((await manifests()).length, 'archive')}`;
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'absent' && error.details['isFree'] !== false)) {
        throw error; // A backup could not make one there.
      }
      return `${location}: none yet; the first backup creates it`;
    }
  });
  return disk === undefined || vault.verdict === 'fault' ? [vault] : [vault, await checkDisk(disk)];
}

async function checkService(flags: DoctorFlags, context: CommandContext): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const rest = await orFault('service', async () => {
    await runWithService({ ...flags, json: false, quiet: true }, context, async (service) => {
      const { client, baseUrl, dialect } = service;
      const examination = examineService({
        endpoints: openEndpoints(client),
        baseUrl,
        dialect,
        tokenKind: client.tokenKind,
        org: flags.org,
        purposes: flags.for ?? ['backup'],
        nowMs: context.clock.now(),
      });
      for await (const check of examination) {
        checks.push(check);
      }
    });
    return [];
  });
  return [...checks, ...rest];
}

/** The checks; a failure before them is a fault of this name, so that the others still run. */
async function orFault(name: string, look: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  let checks: readonly Check[] = [];
  const all = await checkThat(name, async () => {
    checks = await look();
    return '';
  });
  return all.verdict === 'ok' ? checks : [all];
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
