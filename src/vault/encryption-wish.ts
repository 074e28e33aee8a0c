import { countText } from '../base/sizes.ts';
import { Failure } from '../model/failure.ts';
import type { Marker } from './marker.ts';

/** What a person says about the encryption of a vault: public keys, or that there is to be none. */
export type EncryptionWish = readonly string[] | 'none';

/** The recipients of a vault that is made now. */
export function recipientsOfWish(wish: EncryptionWish | undefined): readonly string[] {
  return wish === undefined || wish === 'none' ? [] : [...new Set(wish)].toSorted();
}

/** Fails (`usage`) if a person names other recipients than the marker of the vault, which alone decides. */
export function requireSameRecipients(
  { recipients }: Marker,
  wish: EncryptionWish | undefined,
  name: string,
): void {
  const wished = recipientsOfWish(wish);
  if (wished.length === 0 || areSameRecipients(recipients, wished)) {
    return;
  }
  const message =
    recipients.length === 0
      ? `Cannot encrypt: the vault "${name}" was made without encryption`
      : `Cannot encrypt for other keys than the vault "${name}", which is encrypted for ${describeRecipients(recipients)}`;
  throw new Failure('usage', message, {
    hint: 'Leave "recipients" out; to encrypt for other keys, make a new vault with copyVault',
    commandHint:
      'Omit --recipient; to encrypt for other keys, make a new vault with "satchel vault copy FROM TO --recipient KEY"',
  });
}

export function areSameRecipients(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((recipient) => others.includes(recipient));
}

/** What is not encrypted although a vault in a directory is. */
export const PLAIN_PARTS = 'store, attachments, repositories and manifests';

/** What people should know about a vault that was made with recipients; undefined if there is nothing. */
export function describeNewVault({ name, isNew, encryption }: NewVault): string | undefined {
  const { recipients, extent } = encryption;
  return isNew && recipients.length > 0 && extent === 'archives'
    ? `Made the vault "${name}". Its archives are encrypted for ${countText(recipients.length, 'key')}; its ${PLAIN_PARTS} are not`
    : undefined;
}

interface NewVault {
  readonly name: string;
  readonly isNew: boolean;
  readonly encryption: Marker & { readonly extent: 'archives' | 'everything' };
}

/** Keys against quantum computers have 2,000 letters. */
const SHOWN_LETTERS = 70;

/** Public keys in a sentence. */
export function describeRecipients(recipients: readonly string[]): string {
  const shown = recipients.map((key) =>
    key.length <= SHOWN_LETTERS ? key : `${key.slice(0, SHOWN_LETTERS)}…`,
  );
  return shown.length === 0 ? 'no one' : shown.join(' and ');
}
