import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../../src/base/clock.ts';
import { LinkSigner } from '../../../../src/sandbox/server/storage/signed-url.ts';

const START_MS = Date.parse('2026-03-10T12:00:00.400Z');

function createSigner(secret = 'secret') {
  const clock = createDrivenClock(START_MS);
  return { clock, signer: new LinkSigner({ clock, secret, ttlMs: 300_000 }) };
}

const TARGET = new URL('http://127.0.0.1:4000/migration/7/123456');
const ASKED = { fileName: 'a.tar.gz', actorId: 11 };

describe('LinkSigner', () => {
  it('signs a URL with all parameters of a storage service', () => {
    const url = new URL(createSigner().signer.sign(TARGET, ASKED));
    expect(url.origin + url.pathname).toBe('http://127.0.0.1:4000/migration/7/123456');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'SANDBOX/20260310/sandbox/s3/aws4_request',
      'X-Amz-Date': '20260310T120000Z',
      'X-Amz-Expires': '300',
      'X-Amz-SignedHeaders': 'host',
      'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      actor_id: '11',
      'response-content-disposition': 'filename=a.tar.gz',
      'response-content-type': 'application/x-gzip',
    });
  });

  it('accepts its own addresses until they expire', () => {
    const { clock, signer } = createSigner();
    const url = new URL(signer.sign(TARGET, ASKED));
    const check = () => signer.check('GET', url);
    expect(check()).toEqual({ type: 'valid' });
    clock.advance(299_600);
    expect(check()).toEqual({ type: 'valid' });
    clock.advance(1);
    expect(check()).toEqual({
      type: 'expired',
      expiredAtMs: Date.parse('2026-03-10T12:05:00Z'),
      lifetimeSeconds: 300,
    });
  });

  it('refuses another method, host, path, secret or a longer life', () => {
    const { signer } = createSigner();
    const signed = signer.sign(TARGET, ASKED);
    const forge = (text: string, by: string): readonly [string, URL] => [
      'GET',
      new URL(signed.replace(text, by)),
    ];
    const forgeries: readonly (readonly [string, URL])[] = [
      ['HEAD', new URL(signed)],
      forge('127.0.0.1', 'localhost'),
      forge('/7/', '/8/'),
      forge('Expires=300', 'Expires=999'),
      forge('actor_id=11', 'actor_id=12'),
      ['GET', new URL(`${signed}&more=1`)],
      ['GET', new URL(signed.replace(/Signature=.*$/, 'Signature=short'))],
    ];
    expect(forgeries.map((forgery) => signer.check(...forgery).type)).toEqual(forgeries.map(() => 'forged'));
    expect(createSigner('other').signer.check('GET', new URL(signed)).type).toBe('forged');
  });

  it('calls an address without a signature unsigned', () => {
    const url = new URL('http://127.0.0.1:4000/migration/7/123456');
    expect(createSigner().signer.check('GET', url).type).toBe('unsigned');
  });

  it('refuses any other query', () => {
    const { signer } = createSigner();
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const url = new URL(
          `http://127.0.0.1:4000/migration/7/123456?X-Amz-Signature=${'0'.repeat(64)}&${query}`,
        );
        expect(signer.check('GET', url).type).not.toBe('valid');
      }),
    );
  });
});
