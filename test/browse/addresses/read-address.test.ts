import { expect, it } from 'vitest';
import { readAddress } from '../../../src/browse/addresses/read-address.ts';

const ORIGINS = ['https://github.com', 'https://service.example'];

it.each([
  ['https://raw.githubusercontent.com/acme/app/main/docs/a.md', 'acme app raw main docs a.md'],
  ['https://raw.githubusercontent.com/acme/app/refs/heads/main/docs/a.md', 'acme app raw main docs a.md'],
  ['https://raw.githubusercontent.com/acme/app/refs/tags/v1/a.md?token=x', 'acme app raw v1 a.md'],
  ['https://api.github.com/repos/acme/app/issues/1', 'acme app issues 1'],
  ['https://api.github.com/users/mira', undefined],
  ['https://www.service.example/acme/app', 'acme app'],
  ['www.service.example/acme/app', 'acme app'],
  ['service.example/acme/app', 'acme app'],
  ['https://service.example.evil.example/acme/app', undefined],
  ['https://service.example@evil.example/acme/app', undefined],
  ['https://mira@service.example/acme/app', undefined],
  ['ftp://service.example/acme/app', undefined],
  ['acme/app', undefined],
])('readAddress() finds the path of %s', (text, path) => {
  expect(readAddress(text, ORIGINS)?.segments.join(' ')).toBe(path);
});
