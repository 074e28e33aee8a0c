import { createHash } from 'node:crypto';
import type { JsonObject } from '../../base/index.ts';
import type { Manifest } from './manifest.ts';

/** The last member of a manifest's text. The digest is that of all bytes of the file but its own. */
const SEAL = /"checksum": "([^"]*)"\n\}\n$/;

/** The text of a manifest with the digest of itself, so that not one bit of it can change without a word. */
export function sealManifest(manifest: Manifest): string {
  const open = `${JSON.stringify({ ...manifest, checksum: '' }, null, 2)}\n`;
  return open.replace(SEAL, `"checksum": "${digestOf(open)}"\n}\n`);
}

/** Whether the bytes of a manifest are those that were sealed. Those of versions before the seal have none. */
export function isSealWhole(bytes: Buffer, { checksum }: JsonObject): boolean {
  if (checksum === undefined) {
    return true;
  }
  const text = bytes.toString('latin1'); // A character for each byte, whatever it is.
  return SEAL.exec(text)?.[1] === digestOf(Buffer.from(text.replace(SEAL, '"checksum": ""\n}\n'), 'latin1'));
}

function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
