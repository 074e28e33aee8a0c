import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ifPresent } from '../../base/file-failure.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { type Environment, namedHome, userDirectory } from '../../base/user-directories.ts';
import { writeWholeFile } from '../../base/whole-file.ts';
import { Failure } from '../../model/failure.ts';
import { isObjectLocation } from '../../objects/object-location.ts';
import { areSameRecipients, describeRecipients, type EncryptionWish } from '../../vault/encryption-wish.ts';

/**
 * For whom the vaults that this machine has written to were encrypted. Anyone who can write to a shared folder or a bucket
 * can add a key to the marker there, but not here.
 */
export interface KnownRecipients {
  /** What has changed since the last run that wrote, as a sentence without a final period; undefined if nothing has. */
  readonly change: string | undefined;
  /** Fails (`recipients-changed`) if something has, unless a person named the recipients; remembers them. */
  confirm(): Promise<void>;
}

interface KnownOptions {
  readonly recipients: readonly string[];
  readonly wish: EncryptionWish | undefined;
  readonly env: Environment;
}

/** Reads what this machine knows of the vault at a location. Without a home it knows nothing. */
export async function readKnownRecipients(
  location: string,
  { recipients, wish, env }: KnownOptions,
): Promise<KnownRecipients> {
  const folder = userDirectory('state', { env, home: namedHome(env) });
  if (folder === undefined) {
    return { change: undefined, confirm: async () => undefined };
  }
  const path = join(folder, 'vaults', `${await nameOf(location, env)}.json`);
  const former = parseRecipients(await ifPresent(readFile(path, 'utf8')).catch(() => undefined));
  const isSame = former !== undefined && areSameRecipients(former, recipients);
  const change =
    former === undefined || isSame
      ? undefined
      : `the vault "${location}" was encrypted for ${describeRecipients(former)} when this machine last wrote to it, and is now encrypted for ${describeRecipients(recipients)}`;
  const isSaid = wish === 'none' ? recipients.length === 0 : wish !== undefined && wish.length > 0;
  return {
    change,
    async confirm() {
      if (change !== undefined && !isSaid) {
        throw new Failure('recipients-changed', `Cannot write: ${change}`, {
          hint: 'If that is meant, name the keys once in "recipients"; if not, someone else can write there: correct its satchel-vault.json',
          commandHint: `If that is meant, run "satchel backup" once with ${recipients.map((key) => `--recipient ${key}`).join(' ') || '--no-encryption'}; if not, someone else can write there: correct its satchel-vault.json`,
        });
      }
      if (!isSame) {
        await writeWholeFile(path, `${JSON.stringify({ vault: location, recipients })}\n`);
      }
    },
  };
}

async function nameOf(location: string, env: Environment): Promise<string> {
  const server = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'] ?? '';
  const place = isObjectLocation(location)
    ? `${server}\n${location.replace(/\/+$/, '')}`
    : await realpath(location).catch(() => resolve(location));
  return createHash('sha256').update(place).digest('hex').slice(0, 16);
}

function parseRecipients(text: string | undefined): readonly string[] | undefined {
  const { recipients } = toObject(parseJson(text ?? ''));
  return Array.isArray(recipients) ? recipients.filter((key) => typeof key === 'string') : undefined;
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}
