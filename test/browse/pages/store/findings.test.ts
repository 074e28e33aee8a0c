import { expect, it } from 'vitest';
import { describeAbsence } from '../../../../src/archive/checks/describe-absence.ts';
import type { ReferenceExpectation } from '../../../../src/archive/checks/reference-readers.ts';
import type { Frame } from '../../../../src/browse/frame.ts';
import { findingGroup, groupFindings } from '../../../../src/browse/pages/store/findings.ts';
import type { ArchiveProof } from '../../../../src/browse/sources.ts';

const APP = 'https://service.example/acme/app';

const frame = {
  links: { local: () => undefined },
  title: (text: string) => text,
} as unknown as Frame;

function absent(number: number, from: string, count: number) {
  const expectation = { words: 'an issue' } as unknown as ReferenceExpectation;
  return describeAbsence(
    { expectation, isMissing: true, count },
    { text: `${APP}/issues/${number}`, kind: 'issue_comment', place: { url: `${APP}/issues/${from}` } },
  );
}

function proof(account: string, examples: readonly ReturnType<typeof absent>[]): ArchiveProof {
  return {
    ...{ account, downloadedAt: '2026-05-01T00:00:00Z', sha256: account },
    findings: [{ code: 'reference-missing', severity: 'warning', count: examples.length, examples }],
  } as unknown as ArchiveProof;
}

it('a group of findings names each thing that is missing once, however many archives and records mention it', async () => {
  const [group] = groupFindings([
    proof('mira', [absent(17, '3#issuecomment-1', 1), absent(18, '3#issuecomment-1', 3)]),
    proof('mira later', [absent(17, '4#issuecomment-2', 5), absent(19, '4#issuecomment-2', 2)]),
  ]);
  expect(group?.count).toBe(4);
  if (group === undefined) {
    return;
  }
  const text = String(await findingGroup(group, frame)).replaceAll(/<[^>]+>/g, ' ');
  expect(text.match(/issues\/17/g)).toHaveLength(1);
  expect(text).toMatch(/acme\/app\/issues\/17 , mentioned in the comment +acme\/app\/issues\/3/);
  expect(text).toMatch(/acme\/app\/issues\/18 , mentioned 3 times, first in the comment/);
  expect(text).toMatch(/acme\/app\/issues\/19 , mentioned 2 times, first in the comment/);
  expect(text.match(/An issue/g)).toHaveLength(1);
});

it('a group of gaps in the numbers lists each repository once, as in the newest archive', () => {
  const gap = (message: string) =>
    ({ code: 'number-gap', severity: 'info', count: 1, examples: [{ message }] }) as const;
  const proofs = [
    '2 of the numbers 1 to 40 of acme/app have no record: 30, 34',
    '1 of the numbers 1 to 31 of acme/app have no record: 30',
  ].map((message) => ({ account: 'mira', findings: [gap(message)] }) as unknown as ArchiveProof);
  expect(groupFindings(proofs)[0]?.examples.map(({ message }) => message)).toEqual([
    '2 of the numbers 1 to 40 of acme/app have no record: 30, 34',
  ]);
});
