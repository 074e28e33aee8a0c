import { type Random, shuffle } from '../base/random.ts';
import { parseSize } from '../base/sizes.ts';

/** How much of a vault is read in a check. */
export type ReadSample =
  | { readonly type: 'all' }
  /** The n-th of t groups: n/t from 1/t to t/t together read everything once. */
  | { readonly type: 'group'; readonly group: number; readonly groups: number }
  /** A random share of the files, at least one. */
  | { readonly type: 'share'; readonly share: number }
  /** Random files up to a total size, at least one. */
  | { readonly type: 'bytes'; readonly sizeBytes: number };

/** Whether there is a group with this number, counted from 1. */
export function hasGroup(group: number, groups: number): boolean {
  return group >= 1 && group <= groups;
}

/** Parses `2/7`, `5%` or `2G`; undefined for any other text. */
export function parseReadSample(text: string): ReadSample | undefined {
  const groups = /^(\d{1,6})\/(\d{1,6})$/.exec(text.trim());
  if (groups !== null) {
    const [group, count] = [Number(groups[1]), Number(groups[2])];
    return hasGroup(group, count) ? { type: 'group', group, groups: count } : undefined;
  }
  const share = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text.trim());
  if (share !== null) {
    const percent = Number(share[1]);
    return percent > 0 && percent <= 100 ? { type: 'share', share: percent / 100 } : undefined;
  }
  const sizeBytes = parseSize(text);
  return sizeBytes === undefined || sizeBytes === 0 ? undefined : { type: 'bytes', sizeBytes };
}

interface SampledFile {
  /** In hexadecimal. It determines the file's group, independently of other files. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

const GROUP_DIGITS = 8;

export function chooseSample<File extends SampledFile>(
  files: readonly File[],
  sample: ReadSample,
  random: Random,
): readonly File[] {
  switch (sample.type) {
    case 'all':
      return files;
    case 'group':
      return files.filter(
        ({ sha256 }) =>
          Number.parseInt(sha256.slice(0, GROUP_DIGITS), 16) % sample.groups === sample.group - 1,
      );
    case 'share':
      return shuffle(files, random).slice(0, Math.ceil(files.length * sample.share));
    case 'bytes':
      return takeBytes(shuffle(files, random), sample.sizeBytes);
  }
}

function takeBytes<File extends SampledFile>(files: readonly File[], maxBytes: number): readonly File[] {
  const taken: File[] = [];
  let sumBytes = 0;
  for (const file of files) {
    if (taken.length === 0 || sumBytes + file.sizeBytes <= maxBytes) {
      taken.push(file);
      sumBytes += file.sizeBytes;
    }
  }
  return taken;
}
