import { describe, expect, it } from 'vitest';
import { EXIT_CODES } from '../../../src/model/exit-codes.table.ts';
import { exitOf } from '../../../src/model/failure.ts';
import { json, startScriptedServer, text } from '../support/scripted-server.ts';
import { createTestClient, READ, TOKEN, WRITE } from '../support/test-client.ts';

async function failureOf(...[status, body, headers]: Parameters<typeof json>) {
  const server = await startScriptedServer(json(status, body, headers));
  return await createTestClient(server.url)
    .request(READ)
    .catch((error) => error);
}

describe('withFailures()', () => {
  it.each([
    [400, 'request-refused', 1],
    [401, 'unauthorized', 4],
    [403, 'forbidden', 4],
    [404, 'absent', 10],
    [409, 'request-refused', 1],
    [410, 'request-refused', 1],
    [422, 'request-refused', 1],
    [500, 'service-unavailable', 5],
    [503, 'service-unavailable', 5],
  ])('makes %d a failure of code %s', async (status, code, exitStatus) => {
    const failure = await failureOf(status, { message: 'Some Text' });
    expect(failure).toMatchObject({ code });
    expect(EXIT_CODES[exitOf(failure)].status).toBe(exitStatus);
    expect(failure.message).toContain('Some Text');
  });

  it('says which kind of token is needed', async () => {
    const failure = await failureOf(401, { message: 'Bad credentials' });
    expect(failure.message).toBe(
      'Cannot read the thing: the service does not accept the token (401 "Bad credentials")',
    );
    expect(failure.message).not.toContain(TOKEN);
  });

  it('hints at the name and at the token where either may be the cause', async () => {
    const hintOf = async (status: number) => (await failureOf(status, { message: 'Some Text' })).hint;
    expect(await hintOf(401)).toMatch(/^Use a/);
    expect(await hintOf(404)).toMatch(/^Check the name, or use a/);
  });

  it('names the required and the present scopes', async () => {
    const failure = await failureOf(
      403,
      { message: 'No' },
      {
        'x-accepted-oauth-scopes': 'repo',
        'x-oauth-scopes': '',
      },
    );
    expect(failure.message).toBe(
      'Cannot read the thing: the token does not permit this: it needs one of the scopes repo, and has none (403 "No")',
    );
  });

  it('does not ask for a scope that the token has', async () => {
    const scopes = { 'x-accepted-oauth-scopes': 'admin:org', 'x-oauth-scopes': 'admin:org, repo' };
    const { message } = await failureOf(403, { message: 'No' }, scopes);
    expect(message).toBe(
      'Cannot read the thing: the token does not permit this, although its scope admin:org is enough: its account, or a rule of the organization, does not allow it (403 "No")',
    );
  });

  // The texts are those of the real service.
  it.each([
    [
      '`acme` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions.',
      'the organization forbids classic personal access tokens',
    ],
    [
      "The 'acme' organization forbids access via a personal access token (classic) if the token's lifetime is greater than 366 days. Please adjust your token's lifetime at the following URL: https://service.example/settings/tokens/1",
      "the token's lifetime is longer than the organization allows",
    ],
    [
      "The 'acme' organization forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 366 days.",
      "the token's lifetime is longer than the organization allows",
    ],
    [
      'The `acme` organization forbids access via a fine-grained personal access tokens.',
      'the organization forbids fine-grained personal access tokens',
    ],
    [
      'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.',
      'the organization has an IP allow list',
    ],
    [
      'Although you appear to have the correct authorization credentials, the `acme` organization has enabled OAuth App access restrictions, meaning that data access to third-parties is limited.',
      'the organization restricts OAuth apps',
    ],
  ])('explains the rule of an organization: %s', async (message, found) => {
    const scopes = { 'x-accepted-oauth-scopes': 'admin:org', 'x-oauth-scopes': 'admin:org' };
    const failure = await failureOf(403, { message }, scopes);
    expect(failure.message).toContain(`Cannot read the thing: ${found}`);
    expect(failure.message).not.toContain('scope');
    expect(failure.hint).toMatch(/^(?:Ask|Run|Shorten) /);
  });

  it('shows the list of validation errors with the values that were sent', async () => {
    const server = await startScriptedServer(
      json(422, {
        message: 'Validation Failed',
        errors: [
          { resource: 'Thing', field: 'names', index: 1, code: 'invalid_value' },
          { resource: 'Thing', field: 'color', code: 'missing_field' },
          { resource: 'Thing', field: 'size', code: 'custom', message: 'must be a number', value: 'big' },
          'just a text',
          {},
        ],
      }),
    );
    const call = { ...WRITE, body: { names: ['alice/one', 'alice/none'] } };
    await expect(createTestClient(server.url).request(call)).rejects.toThrow(
      'Cannot write the thing: the service rejects it (422: names[1] ("alice/none") has an invalid value; color is missing; size ("big") must be a number; just a text; the request is refused)',
    );
  });

  it('shows at most five errors', async () => {
    const failure = await failureOf(422, { message: 'No', errors: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] });
    expect(failure.message).toContain('a; b; c; d; e; and 2 more');
    expect(failure.details.errors).toHaveLength(7);
  });

  it('removes control characters and secrets, and limits the length', async () => {
    const failure = await failureOf(422, {
      message: `\u001b[31mred\u0007\nline \u202ereversed svp_abcdefgh1234 https://s.example/x?sig=1 ${'y'.repeat(999)}`,
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested.
    expect(failure.message).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(failure.message).toContain('[31mred line reversed [redacted] https://s.example/x yyy');
    expect(failure.message.length).toBeLessThan(500);
  });

  it('returns expected statuses to the caller', async () => {
    const server = await startScriptedServer(json(404, { message: 'Not Found' }));
    const response = await createTestClient(server.url).request({ ...READ, expects: [404] });
    expect(response.status).toBe(404);
  });

  it.each([
    ['a web page', text(404, '<html><title>Not here</title>', { 'content-type': 'text/html' })],
    ['unexpected JSON', json(404, { error: 'no route' })],
  ])('does not believe an expected error of another server, with %s', async (found, step) => {
    const server = await startScriptedServer(step);
    const call = createTestClient(server.url).request({ ...READ, expects: [404] });
    await expect(call).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining(`it answered 404 with ${found}`),
    });
  });

  it('uses the explanation of a 404 that the call provides', async () => {
    const server = await startScriptedServer(json(404, { message: 'Not Found' }));
    const call = { ...READ, missing: 'there is no such thing' };
    await expect(createTestClient(server.url).request(call)).rejects.toMatchObject({
      code: 'absent',
      message: 'Cannot read the thing: there is no such thing (404 "Not Found")',
    });
  });

  it.each([
    [
      'a page',
      text(200, '<!doctype html><title>Hello &amp; more</title>', { 'content-type': 'text/html' }),
      'it answered 200 with a web page, "Hello &amp; more"',
    ],
    ['a missing page', text(404, '<html><body>nginx</body></html>'), 'it answered 404 with a web page'],
    ['a text', text(200, 'pong'), 'it answered 200 with text that is not JSON: pong'],
    [
      'JSON of another service',
      json(404, { error: 'no route' }),
      'it answered 404 with unexpected JSON: {"error":"no route"}',
    ],
    ['an unexpected 304', text(304, ''), 'it answered 304 with nothing'],
  ])('distinguishes %s from the service', async (_, step, found) => {
    const server = await startScriptedServer(step);
    await expect(createTestClient(server.url).request(READ)).rejects.toMatchObject({
      code: 'not-the-service',
      message: `Cannot read the thing: "${server.url.href}" is not the service: ${found}`,
    });
  });

  it('names the request for support', async () => {
    const failure = await failureOf(422, { message: 'No' }, { 'x-service-request-id': 'A1:B2' });
    expect(failure.details).toEqual({ status: 422, errors: [], requestId: 'A1:B2' });
  });
});
