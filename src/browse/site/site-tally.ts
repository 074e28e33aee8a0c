import type { SiteKind } from '../site-report.ts';

/** The number of files of a kind that are made to learn their size, such as patches; the others are taken to be like them. */
const MAX_SAMPLES = 20;

interface Sum {
  count: number;
  sized: number;
  sizeBytes: number;
}

/** Counts what a site would consist of. */
export class SiteTally {
  readonly #sums = new Map<string, Sum>();

  /** Whether the size of a file of this kind is worth making it. */
  wantsSize(kind: string): boolean {
    return (this.#sums.get(kind)?.sized ?? 0) < MAX_SAMPLES;
  }

  add(kind: string, sizeBytes: number | undefined): void {
    const sum = this.#sums.get(kind) ?? { count: 0, sized: 0, sizeBytes: 0 };
    sum.count += 1;
    sum.sized += sizeBytes === undefined ? 0 : 1;
    sum.sizeBytes += sizeBytes ?? 0;
    this.#sums.set(kind, sum);
  }

  /** The largest first. */
  kinds(): readonly SiteKind[] {
    const kinds = [...this.#sums].map(([kind, { count, sized, sizeBytes }]) => ({
      kind,
      count,
      sizeBytes: Math.round((sizeBytes * count) / Math.max(1, sized)),
    }));
    return kinds.sort((one, other) => other.sizeBytes - one.sizeBytes);
  }
}
