import { expect, it } from 'vitest';
import { sendChanges } from '../../../../src/browse/pages/code/raw.ts';
import type { GitRepository } from '../../../../src/git/open-repository.ts';

it('sendChanges() names a file after all parts of the names of branches, and starts no git for its headers', () => {
  const http = new Request('http://localhost/', { method: 'HEAD' });
  const request = { http, params: {}, query: new URLSearchParams(), path: '/', signal: http.signal };
  const ends = { from: 'a', to: 'b' };
  const answer = sendChanges({} as GitRepository, {
    ...{ form: 'diff', ends, name: 'fix/a/b...feature/c/d', request },
  });
  expect(answer.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''fix-a-b...feature-c-d.diff",
  );
  expect(answer.body).toBeNull();
});
