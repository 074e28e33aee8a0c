import type { Finding } from '../../model/findings.ts';
import type { Fingerprint } from '../fingerprints.ts';
import { taggedKey, tagOfRow, withTag } from '../fingerprints.ts';
import { createExampleBook, numberOfRow } from './example-book.ts';
import { findAbsent } from './find-absent.ts';
import { decodeLeniently } from './reference-address.ts';
import { type SpillingOptions, SpillingTable } from './spilling-table.ts';

/** The name of a file, and where it was found. */
export interface NamedFile {
  readonly path: string;
  readonly place: Pick<Finding, 'entryName' | 'recordIndex' | 'url' | 'pointer'>;
}

/** Names of one class without a counterpart. */
export interface Unmatched {
  readonly count: number;
  /** The first of them. */
  readonly examples: readonly NamedFile[];
}

/** One side of a comparison of names: those that records refer to, or those of entries. */
export interface NameSide {
  readonly table: SpillingTable;
  /** Adds a name; `tag` is the number of its class. */
  add(tag: number, path: string, place: () => NamedFile['place']): void;
  /** True if a name of the class was added. */
  hasAny(tag: number): boolean;
  /** The names that the other side does not have, by class. */
  unmatched(): readonly Unmatched[];
}

interface NameSideOptions extends Omit<SpillingOptions, 'payloadWords'> {
  readonly classCount: number;
  /** The other side; a function, because each side needs the other. */
  readonly other: () => NameSide;
}

/** Creates one side. Names are percent-decoded, since only some writers encode them (archive format, trap 23). */
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
