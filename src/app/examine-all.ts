import { dirname, resolve } from 'node:path';
import { type Check, checkThat } from '../backup/check.ts';
import type { PurposeName } from '../backup/check-purpose.ts';
import { checkDisk, examineMachine } from '../backup/examine-machine.ts';
import { examineService } from '../backup/examine-service.ts';
import { countText } from '../base/sizes.ts';
import { openEndpoints } from '../endpoints/open-endpoints.ts';
import { openVaultAt } from '../keeping/open-vault-at.ts';
import { detailOf, Failure } from '../model/failure.ts';
import { isObjectLocation } from '../objects/object-location.ts';
import { environmentOfVault, usualSettings } from './configuration.ts';
import type { AppContext } from './context.ts';
import { openService } from './service.ts';
import type { ServiceSettings } from './service-settings.ts';
import { chooseStore, type StoreSettings } from './store-location.ts';
import { withUsualOwner } from './usual-job.ts';
import { usualVault } from './vault-location.ts';

interface ExaminedSettings extends ServiceSettings, StoreSettings {
  /** What the token will be used for; default: backups. */
  readonly for?: readonly PurposeName[];
}

/** Checks this machine, the configuration, the place of the backups, the service and the token. */
export async function examineAll(given: ExaminedSettings, context: AppContext): Promise<readonly Check[]> {
  // If the configuration is wrong, a check reports it.
  const settings = await withUsualOwner(given, context).catch(() => given);
  return [
    ...(await examineMachine(context.env['PATH'] ?? '', context.signal)),
    ...(await checkConfiguration(context)),
    ...(await checkPlace(settings, context)),
    ...(await checkService(settings, context)),
  ];
}

async function checkConfiguration(context: AppContext): Promise<readonly Check[]> {
  const check = await checkThat('configuration', async () => {
    const { path, accounts, jobs } = (await usualSettings(context)) ?? {};
    return path === undefined
      ? ''
      : `${path}: ${countText(accounts?.length ?? 0, 'account')}, ${countText(jobs?.length ?? 0, 'job')}`;
  });
  return check.found === '' ? [] : [check];
}

/** Checks where backups are stored (the vault, even if it does not exist yet, else the store) and its free space. */
async function checkPlace(settings: ExaminedSettings, context: AppContext): Promise<readonly Check[]> {
  return await orFault('vault', async () => {
    const store =
      settings.vault === undefined ? (settings.db ?? (await usualSettings(context))?.db) : undefined;
    if (store !== undefined) {
      return [await checkDisk(dirname(resolve(store)))];
    }
    const vault = settings.vault ?? (await usualVault(context));
    return vault === undefined
      ? [await checkDisk(dirname(await chooseStore({}, context)))]
      : await checkVault(vault, context);
  });
}

/** The vault, and the disk that it or its working copy is on. */
async function checkVault(location: string, context: AppContext): Promise<readonly Check[]> {
  const env = await environmentOfVault(location, context);
  let disk: string | undefined = isObjectLocation(location) ? undefined : location;
  const vault = await checkThat('vault', async () => {
    try {
      const { name, directory, manifests } = await openVaultAt(location, { ...context, env });
      disk = directory;
      return `${name}: ${countText((await manifests()).length, 'archive')}`;
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'absent' && detailOf(error, 'isFree') !== false)) {
        throw error; // A backup could not make one there.
      }
      return `${location}: none yet; the first backup creates it`;
    }
  });
  return disk === undefined || vault.verdict === 'fault' ? [vault] : [vault, await checkDisk(disk)];
}

async function checkService(settings: ExaminedSettings, context: AppContext): Promise<readonly Check[]> {
  const checks: Check[] = [];
  const rest = await orFault('service', async () => {
    const { client, baseUrl, dialect, close } = await openService(settings, context);
    try {
      const examination = examineService({
        endpoints: openEndpoints(client),
        baseUrl,
        dialect,
        tokenKind: client.tokenKind,
        org: settings.org,
        purposes: settings.for ?? ['backup'],
        nowMs: context.clock.now(),
      });
      for await (const check of examination) {
        checks.push(check);
      }
    } finally {
      await close();
    }
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
