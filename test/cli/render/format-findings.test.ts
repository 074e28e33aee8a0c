import { expect, it } from 'vitest';
import { formatFindings } from '../../../src/cli/render/format-findings.ts';
import { createFinding } from '../../../src/model/findings.ts';

it('formatFindings() does not repeat the meaning of a code as its only example', () => {
  const truncated = createFinding('gzip-truncated', 'The compressed stream ends before its trailer');
  const missing = createFinding('git-ref-broken', 'In "a.git": HEAD is missing');
  const tallies = [truncated, missing].map((finding) => ({
    code: finding.code,
    severity: finding.severity,
    count: 1,
    examples: [finding],
  }));
  expect(formatFindings(tallies)).toBe(`Findings:
  error  gzip-truncated (1): the compressed stream ends before its trailer
  error  git-ref-broken (1): a branch, a tag or another ref cannot be read, or its object is not in the repository
    In "a.git": HEAD is missing
`);
});
