import type { Finding } from '../../model/index.ts';
import type { Fingerprint } from '../fingerprints.ts';
import { taggedKey, tagOfRow, withTag } from '../fingerprints.ts';
import { createExampleBook, numberOfRow } from './example-book.ts';
import { findAbsent } from './find-absent.ts';
import { decodeLeniently } from './reference-address.ts';
import { type SpillingOptions, SpillingTable } from './spilling-table.ts';

/** A name of a file, and where it was found. */
export interface NamedFile {
  readonly path: string;
  readonly place: Pick<Finding, 'entryName' | 'recordIndex' | 'url' | 'pointer'>;
}

/** What of one class has no counterpart. */
export interface Unmatched {
  readonly count: number;
  /** The first of them in words. */
  readonly examples: readonly NamedFile[];
}

/** One side of a comparison of names: those that records claim, or those that entries have. */
export interface NameSide {
  readonly table: SpillingTable;
  /** Adds a name of a class, which is given by its number. */
  add(tag: number, path: string, place: () => NamedFile['place']): void;
  /** True where a name of the class was added. */
  hasAny(tag: number): boolean;
  /** The names that the other side has not, by class. */
  unmatched(): readonly Unmatched[];
}

interface NameSideOptions extends Omit<SpillingOptions, 'payloadWords'> {
  readonly classCount: number;
  /** The other side; it is asked only later, when both are there. */
  readonly other: () => NameSide;
}

/**
 * Creates one side, empty. Names are compared as they read once percent-encoded characters are decoded, so that the
 * same name meets itself whether or not a writer encoded it (archive format, trap 23).
 */
export function createNameSide({ classCount, other, ...spilling }: NameSideOptions): NameSide {
  const table = new SpillingTable({ ...spilling, payloadWords: 1 });
  const tags = Array.from({ length: classCount }, (_, tag) => tag);
  const seen = new Set<number>();
  const isMatched = (key: Fingerprint) => tags.some((tag) => other().table.has(withTag(key, tag)));
  const examples = createExampleBook<NamedFile>(isMatched);
  return {
    table,
    add(tag, path, place) {
      const key = taggedKey(decodeLeniently(path), tag);
      const at = table.insert(key) + 2;
      const count = table.words[at] ?? 0;
      table.words[at] = count + 1;
      seen.add(tag);
      if (count === 0) {
        examples.keep(key, () => ({ path, place: place() }));
      }
    },
    hasAny: (tag) => seen.has(tag),
    unmatched() {
      const anyTag = tags.reduce((mask, tag) => mask | (1 << tag), 0);
      const counts = tags.map(() => 0);
      const open = new Map<number, number>();
      for (const row of findAbsent({ wanted: table, present: other().table, accepts: () => anyTag })) {
        const tag = tagOfRow(row);
        counts[tag] = (counts[tag] ?? 0) + 1;
        if (examples.has(numberOfRow(row))) {
          open.set(numberOfRow(row), tag);
        }
      }
      const cases = [...examples.cases()];
      return counts.map((count, tag) => ({
        count,
        examples: cases.filter(([number]) => open.get(number) === tag).map(([, file]) => file),
      }));
    },
  };
}
