import { describe, expect, it } from 'vitest';
import { requestUrl } from '../../src/client/request-url.ts';

describe('requestUrl()', () => {
  it.each([
    ['https://api.service.example', 'https://api.service.example/orgs/acme/x'],
    ['https://api.service.example/', 'https://api.service.example/orgs/acme/x'],
    ['https://host.example/api/v3', 'https://host.example/api/v3/orgs/acme/x'],
    ['https://host.example/api/v3//', 'https://host.example/api/v3/orgs/acme/x'],
  ])('puts the route below %s', (baseUrl, address) => {
    const url = requestUrl(new URL(baseUrl), {
      action: 'list',
      route: '/orgs/{org}/x',
      parameters: { org: 'acme' },
    });
    expect(url.href).toBe(address);
  });

  it('lets no value leave its segment', () => {
    const url = requestUrl(new URL('https://a.example'), {
      action: 'list',
      route: '/orgs/{org}/x',
      parameters: { org: '../user?x=1#y' },
    });
    expect(url.href).toBe('https://a.example/orgs/..%2Fuser%3Fx%3D1%23y/x');
  });

  it.each(['', '.', '..'])('refuses the segment "%s" as a fault of the caller', (org) => {
    expect(() =>
      requestUrl(new URL('https://a.example'), {
        action: 'list',
        route: '/orgs/{org}',
        parameters: { org },
      }),
    ).toThrow(`Cannot list: "${org}" is not a name`);
  });

  it('refuses a route without its value', () => {
    expect(() => requestUrl(new URL('https://a.example'), { action: 'list', route: '/orgs/{org}' })).toThrow(
      '{org}',
    );
  });
});
