import { Failure } from '../base/index.ts';
import { storeVersion } from './database/schema.ts';
import { requireStore } from './database/store-header.ts';

/** Fails as `requireStore` does, and with `store-older`: only writing converts a store to the schema of this Satchel. */
export function requireReadable(path: string): void {
  const version = requireStore(path);
  const newest = storeVersion();
  if (version < newest) {
    throw new Failure(
      'store-older',
      `Cannot read the store "${path}": its schema has version ${version}, and this Satchel reads version ${newest}`,
    );
  }
}
