import { acquireObjectLock } from '../objects/object-lock.ts';
import { readSmallObject, writeSmallObject } from '../objects/small-objects.ts';
import { readKnownRecipients } from './bucket/known-recipients.ts';
import { openVaultObjects } from './open-vault-at.ts';
import type { OpenVaultAtOptions } from './open-vault-options.ts';

interface SharedTextOptions extends OpenVaultAtOptions {
  /** The object with the text; its name without the ending is that of its lock. */
  readonly key: string;
  readonly command: string;
}

/** A small text in a vault in object storage that several processes change, one at a time. */
export interface SharedText {
  /** Undefined if it was never written. */
  read(): Promise<string | undefined>;
  /** Replaces it by what `make` returns, while no other process can. Waits for the others. */
  replace(make: (current: string | undefined) => string): Promise<void>;
}

/** Others hold the lock for two requests; one that died is not waited for. */
const WAIT_MS = 60_000;

/** Opens a text in the vault at a location, which is created if it is absent. */
export async function openSharedText(location: string, options: SharedTextOptions): Promise<SharedText> {
  const { key, command, clock, random } = options;
  const { unstoppable, marker } = await openVaultObjects(location, { ...options, create: true });
  const wish = options.encryption;
  await (await readKnownRecipients(location, { ...marker, wish, env: options.env })).confirm();
  const read = async () => (await readSmallObject(unstoppable, key))?.toString('utf8');
  return {
    read,
    async replace(make) {
      const lock = await acquireObjectLock(unstoppable, {
        name: key.replace(/\..*$/, ''),
        mode: 'exclusive',
        command,
        clock,
        random,
        signal: new AbortController().signal, // The end of a run must be recorded after a signal, too.
        lockWait: { waitMs: WAIT_MS },
      });
      try {
        const text = make(await read());
        await lock.confirmHeld();
        await writeSmallObject(unstoppable, key, text);
      } finally {
        await lock.release();
      }
    },
  };
}
