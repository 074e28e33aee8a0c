import { describe, expect, it } from 'vitest';
import { createArchiveSchemas } from '../../../src/archive/kind-schemas.ts';
import { makeIssue } from '../support/make-records.ts';

const schemas = createArchiveSchemas();

function faultsOf(name: string, value: unknown): readonly string[] {
  const validate = schemas.validatorFor(name);
  expect(validate).toBeDefined();
  return (validate?.(value) ?? []).map(({ pointer }) => pointer);
}

const TEMPLATES = {
  user: '{scheme}://{+host}/{user}',
  pull_request: '{scheme}://{+host}/{owner}/{repository}/merge_requests/{number}',
  issue_comment: {
    issue: '{scheme}://{+host}/{owner}/{repository}/issues/{number}#note_{id}',
    pull_request: '{scheme}://{+host}/{owner}/{repository}/merge_requests/{number}#note_{id}',
  },
};

describe('the schema of schema.json', () => {
  it.each([
    ['the service', { version: '1.0.1', github_sha: '0123456789012345678901234567890123456789' }],
    ['gl-exporter and bbs-exporter', { version: '1.2.0' }],
    ['tomorrow', { version: '2', exported_at: '2030-01-01T00:00:00Z' }],
  ])('uses that of %s', (_, document) => {
    expect(faultsOf('schema', document)).toEqual([]);
  });

  it.each([
    ['no object', [], ''],
    ['nothing in it', {}, '/version'],
    ['no version', { version: null }, '/version'],
    ['a number for a version', { version: 1 }, '/version'],
    ['a word for a version', { version: 'one' }, '/version'],
    ['a number for the build', { version: '1.0.1', github_sha: 7 }, '/github_sha'],
  ])('refuses one with %s', (_, document, pointer) => {
    expect(faultsOf('schema', document)).toEqual([pointer]);
  });
});

describe('the schema of urls.json', () => {
  it.each([
    ['nothing in it', {}],
    ['templates', TEMPLATES],
    ['templates of kinds that nobody knows', { novelty: '{scheme}://{+host}/novelties/{id}' }],
  ])('is overridden by %s', (_, document) => {
    expect(faultsOf('urls', document)).toEqual([]);
  });

  it.each([
    ['no object', 'x', ''],
    ['null', { ...TEMPLATES, user: null }, '/user'],
    ['a list', { ...TEMPLATES, issue_comment: ['x'] }, '/issue_comment'],
    ['a number for an unknown kind', { novelty: 7 }, '/novelty'],
    ['a number below an unknown kind', { novelty: { issue: 7 } }, '/novelty/issue'],
    ['a number below a kind', { issue_comment: { issue: 7 } }, '/issue_comment/issue'],
  ])('refuses one with %s', (_, document, pointer) => {
    expect(faultsOf('urls', document)).toEqual([pointer]);
  });
});

describe('the schema of record files', () => {
  it.each([
    ['none', []],
    ['one', [makeIssue(1)]],
    ['more than the service writes', Array.from({ length: 101 }, (_, index) => makeIssue(index))],
  ])('is overridden by %s', (_, document) => {
    expect(faultsOf('record-file', document)).toEqual([]);
  });

  it.each([
    ['an object for the list', {}, ''],
    ['null for the list', null, ''],
    ['null among its records', [{}, null], '/1'],
    ['a list among its records', [[]], '/0'],
  ])('refuses one with %s', (_, document, pointer) => {
    expect(faultsOf('record-file', document)).toEqual([pointer]);
  });
});
