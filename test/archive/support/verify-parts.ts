import { createVerification, type VerifyReport } from '../../../src/archive/verification.ts';
import type { Finding } from '../../../src/model/findings.ts';
import { makeTarGz, type TarPart } from './make-tar.ts';
import { readBytes } from './read-bytes.ts';

/** The options of `createVerification`. */
export type VerifyOptions = NonNullable<Parameters<typeof createVerification>[0]>;

/** Verifies an archive in memory. */
export async function verifyParts(
  parts: readonly TarPart[],
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const verification = createVerification(options);
  const { events } = await readBytes(makeTarGz(parts));
  events.forEach(verification.observe);
  return verification.report();
}

/** The listed findings of one code. */
export function findingsOf(report: VerifyReport, code: string): readonly Finding[] {
  return report.findings.find((tally) => tally.code === code)?.examples ?? [];
}

/** The messages of the listed findings of one code. */
export function messagesOf(report: VerifyReport, code: string): readonly string[] {
  return findingsOf(report, code).map(({ message }) => message);
}

/** The number of findings by code. */
export function countsOf(report: VerifyReport): Readonly<Record<string, number>> {
  return Object.fromEntries(report.findings.map(({ code, count }) => [code, count]));
}

/** The codes of findings with one severity. */
export function codesOf(
  report: VerifyReport,
  ...severities: readonly Finding['severity'][]
): readonly string[] {
  return report.findings.filter(({ severity }) => severities.includes(severity)).map(({ code }) => code);
}
