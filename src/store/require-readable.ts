import { Failure } from '../base/index.ts';
import { storeVersion } from './database/schema.ts';
import { readHeader, requireStore } from './database/store-header.ts';

/** Where SQLite keeps `user_version` (sqlite.org/fileformat.html, section 1.3). */
const VERSION_OFFSET = 60;

/** Fails as `requireStore` does, and with `store-older`: only writing converts a store to the schema of this Satchel. */
export function requireReadable(path: string): void {
  requireStore(path);
  const version = readHeader(path).readUInt32BE(VERSION_OFFSET);
  const newest = storeVersion();
  if (version < newest) {
    throw new Failure(
      'store-older',
      `Cannot read the store "${path}": its schema has version ${version}, and this Satchel reads version ${newest}`,
    );
  }
}
