import { describe, expect, it } from 'vitest';
import { websiteOf } from '../../../src/app/service/token-variables.ts';
import { dialectOf } from '../../../src/model/dialect.ts';

describe('websiteOf()', () => {
  it.each([
    ['https://api.github.com', 'https://github.com/'],
    ['https://API.GitHub.com/', 'https://github.com/'],
    ['https://api.octo.ghe.com', 'https://octo.ghe.com/'],
    ['https://code.example.org/api/v3', 'https://code.example.org/'],
    ['https://code.example.org:8443/api/v3/', 'https://code.example.org:8443/'],
    ['https://example.org/code/api/v3', 'https://example.org/code/'],
    ['https://api.example.org/api/v3', 'https://api.example.org/'],
    ['http://127.0.0.1:8080/api/v3', 'http://127.0.0.1:8080/'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
    ['https://code.example.org//elsewhere.example/api/v3', 'https://code.example.org//elsewhere.example/'],
    ['https://code.example.org/api/v3?a=b#c', 'https://code.example.org/'],
  ])('of %s is %s', (address, website) => {
    const baseUrl = new URL(address);
    expect(websiteOf(baseUrl, dialectOf(baseUrl)).href).toBe(website);
  });
});
