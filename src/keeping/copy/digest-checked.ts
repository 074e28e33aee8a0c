import { createHash } from 'node:crypto';
import { Failure } from '../../model/failure.ts';

/** The same content; fails with `archive-damaged` after its last byte if it does not have this SHA-256. */
export async function* digestChecked(
  content: AsyncIterable<Uint8Array>,
  { sha256, name }: { readonly sha256: string; readonly name: string },
): AsyncGenerator<Uint8Array, void> {
  const digest = createHash('sha256');
  for await (const chunk of content) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest('hex') !== sha256) {
    throw new Failure('archive-damaged', `Cannot copy "${name}": it does not match its checksum`, {
      hint: 'check() of the vault with a sample lists everything that is damaged',
      commandHint: '"satchel vault check --read-data" lists everything that is damaged',
    });
  }
}
