import { isObjectLocation } from '../../objects/index.ts';
import { openVault, type Vault } from '../../vault/index.ts';
import { openBucketVault } from './bucket-vault.ts';
import { readKnownRecipients } from './known-recipients.ts';
import { type OpenVaultAtOptions, openVaultObjects } from './vault-objects.ts';

/**
 * Opens the vault in a directory or at `s3://BUCKET/PREFIX`. The directory of the latter is a working copy in the user's
 * cache, which is updated first. Fails with `absent` if there is no vault and `create` is not set. It cannot be locked, and so
 * not be changed, while its recipients are others than in the last run on this machine and no one has confirmed them.
 */
export async function openVaultAt(location: string, options: OpenVaultAtOptions): Promise<Vault> {
  const vault = isObjectLocation(location)
    ? await openBucketVault({ ...options, ...(await openVaultObjects(location, options)) })
    : await openVault(location, options);
  const { encryption } = vault;
  const known = await readKnownRecipients(location, {
    recipients: encryption.recipients,
    wish: options.encryption,
    env: options.env,
  });
  return {
    ...vault,
    encryption: { ...encryption, change: known.change },
    async lock(command) {
      await known.confirm();
      return await vault.lock(command);
    },
  };
}
