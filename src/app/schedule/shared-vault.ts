import { openSharedLimits } from '../../client/shared-limits.ts';
import type { Configuration } from '../../config/configuration.ts';
import { openSharedText } from '../../keeping/shared-text.ts';
import { Failure, messageOf } from '../../model/failure.ts';
import { isObjectLocation } from '../../objects/object-location.ts';
import type { PerformRun } from '../../schedule/scheduled-job.ts';
import type { SharedText } from '../../schedule/shared-state.ts';
import type { EncryptionWish } from '../../vault/encryption-wish.ts';
import { encryptionOf } from '../backup-settings.ts';
import { environmentOfJobs } from '../configuration.ts';
import type { AppContext } from '../context.ts';
import { limitsDirectory } from '../service/client-settings.ts';

/** The vault that all jobs use, through which workers share them. Fails with `configuration-wrong`. */
export function requireSharedVault({ jobs }: Configuration): string {
  const [vault = '', ...others] = new Set(jobs.map((job) => job.backup.vault));
  if (others.length > 0 || !isObjectLocation(vault)) {
    const found = [vault, ...others].slice(0, 2).map((one) => `"${one}"`);
    throw new Failure(
      'configuration-wrong',
      `Workers share one vault in object storage, but the jobs use ${found.join(' and ')}`,
      { hint: 'Set "vault: s3://BUCKET/PREFIX" for all jobs, or run them without workers' },
    );
  }
  return vault;
}

/** A worker may make the vault before its first backup: it is encrypted as the jobs say. */
async function sharedEncryption({ jobs }: Configuration): Promise<EncryptionWish | undefined> {
  const wishes = await Promise.all(jobs.map(async (job) => await encryptionOf(job.backup)));
  return wishes.find((wish) => wish !== undefined);
}

const COMMAND = 'satchel schedule run';

/** The state of the schedule that the workers share in their vault. */
export async function openSharedState(
  configuration: Configuration,
  context: AppContext,
): Promise<SharedText> {
  const vault = requireSharedVault(configuration);
  const encryption = await sharedEncryption(configuration);
  const env = environmentOfJobs(vault, configuration.jobs, context);
  const text = { key: 'schedule.json', command: COMMAND };
  return await openSharedText(vault, { ...context, env, encryption, ...text });
}

/**
 * Performs runs with what other workers have learned about the limits of the token, and passes on what this one learns.
 * Runs with one token take turns, so that nothing needs to be passed on during a run. If it cannot be, the runs continue:
 * the service refuses what is too much.
 */
export async function sharingLimits(
  perform: PerformRun,
  configuration: Configuration,
  context: AppContext,
): Promise<PerformRun> {
  const directory = limitsDirectory(context);
  if (directory === undefined) {
    return perform;
  }
  const onTrouble = (text: string) =>
    context.onReport?.({ level: 'warn', type: 'trouble', fields: {}, text });
  const vault = requireSharedVault(configuration);
  const encryption = await sharedEncryption(configuration);
  const shared = await openSharedText(vault, {
    ...context,
    env: environmentOfJobs(vault, configuration.jobs, context),
    encryption,
    key: 'limits.json',
    command: COMMAND,
  });
  const tryTo = async (work: () => Promise<void>) => {
    await work().catch((error: unknown) =>
      onTrouble(`Cannot share the limits of tokens with other workers: ${messageOf(error)}`),
    );
  };
  return async (request, signal) => {
    const limits = openSharedLimits({ directory, onTrouble });
    await tryTo(async () => limits.add(await shared.read()));
    try {
      return await perform(request, signal);
    } finally {
      await tryTo(async () => await shared.replace((text) => limits.mergeInto(text)));
    }
  };
}
