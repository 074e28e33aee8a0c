import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../../../src/browse/api/describe-api.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';

describe('describeApi()', () => {
  it('is a valid description by the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(describeApi(PAGES))));
    expect(result.errors ?? []).toEqual([]);
    expect([result.valid, validator.version]).toEqual([true, '3.1']);
  });

  it('has every format of every page, each with a unique name', () => {
    const { paths } = describeApi(PAGES) as { paths: Record<string, { get: { operationId: string } }> };
    expect(Object.keys(paths)).toHaveLength(PAGES.flatMap(({ formats }) => formats ?? []).length);
    const names = Object.values(paths).map(({ get }) => get.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => /^[a-z]\w+$/i.test(name))).toBe(true);
  });

  it('declares each parameter of a path', () => {
    const { paths } = describeApi(PAGES) as {
      paths: Record<string, { get: { parameters: { name: string; in: string }[] } }>;
    };
    for (const [path, { get }] of Object.entries(paths)) {
      const named = get.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(named);
    }
  });
});
