import { describe, expect, it } from 'vitest';
import { loadOptionalPackage } from '../../src/base/optional-package.ts';

describe('loadOptionalPackage()', () => {
  it('says how to install a package that is absent', async () => {
    const absent = new URL('absent.js', import.meta.url).href;
    await expect(
      loadOptionalPackage('@acme/lake', 'query a lake', () => import(absent)),
    ).rejects.toMatchObject({
      code: 'package-missing',
      message: 'Cannot query a lake: the package @acme/lake is not installed',
      hint: expect.stringContaining('npm install @acme/lake'),
    });
  });

  it('passes other errors on', async () => {
    const load = async () => await Promise.reject(new Error('broken'));
    await expect(loadOptionalPackage('@acme/lake', 'query a lake', load)).rejects.toThrow('broken');
  });
});
