import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from '../../src/base/index.ts';
import { isInwardAddress } from '../../src/client/storage-address.ts';

describe('isInwardAddress()', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
  ])('refuses %s', (address) => {
    expect(isInwardAddress(address)).toBe(true);
  });

  it.each([
    '8.8.8.8',
    '52.216.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '2600:1f18::1',
    '2a00:1450::1',
  ])('takes %s', (address) => {
    expect(isInwardAddress(address)).toBe(false);
  });
});

describe('isLoopbackHost()', () => {
  it.each(['localhost', 'LOCALHOST', 'api.localhost', '127.0.0.1', '127.9.9.9', '[::1]'])(
    'knows %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  it.each(['localhost.example', '127.0.0.1.example', '128.0.0.1', '10.0.0.1', '[::2]'])(
    'is not taken in by %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});
