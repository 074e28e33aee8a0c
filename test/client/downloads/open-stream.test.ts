import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Inbox } from '../../../src/client/downloads/open-stream.ts';

async function readAll(inbox: Inbox): Promise<{ readonly bytes: Buffer; readonly error: unknown }> {
  const chunks: Uint8Array[] = [];
  let error: unknown;
  try {
    for await (const chunk of inbox.read()) {
      chunks.push(chunk);
    }
  } catch (caught) {
    error = caught;
  }
  return { bytes: Buffer.concat(chunks), error };
}

describe('Inbox', () => {
  it('returns everything that was written, in chunks of any size', async () => {
    const chunk = fc.uint8Array({ minLength: 1, maxLength: 200_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 8 }), async (chunks) => {
        const inbox = new Inbox();
        const received = readAll(inbox);
        for (const bytes of chunks) {
          if (!inbox.writable.write(bytes)) {
            await once(inbox.writable, 'drain');
          }
        }
        inbox.writable.end();
        expect((await received).bytes.equals(Buffer.concat(chunks))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('returns what arrived before it throws the error', async () => {
    const inbox = new Inbox();
    const broken = new Error('cut');
    inbox.writable.write(Buffer.from('abc'));
    const closed = new Promise((resolve) => inbox.writable.once('close', resolve));
    inbox.writable.destroy(broken);
    await closed;
    expect(await readAll(inbox)).toEqual({ bytes: Buffer.from('abc'), error: broken });
  });

  it('makes the sender wait for a slow consumer', async () => {
    const inbox = new Inbox();
    const chunk = Buffer.alloc(200_000);
    inbox.writable.write(chunk);
    expect(inbox.writable.write(chunk)).toBe(true);
    expect(inbox.writable.write(chunk)).toBe(false);
    const drained = once(inbox.writable, 'drain');
    const reading = inbox.read();
    await reading.next();
    await reading.next();
    await drained;
  });

  it('ends the transfer if the consumer stops', async () => {
    const inbox = new Inbox();
    inbox.writable.write(Buffer.from('abc'));
    for await (const _ of inbox.read()) {
      break;
    }
    expect(inbox.writable.destroyed).toBe(true);
  });
});
