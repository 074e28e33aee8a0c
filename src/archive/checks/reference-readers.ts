import { isRecordKind } from '../../model/record-kind.ts';
import type { RecordKind } from '../../model/record-kinds.table.ts';
import type { Fingerprint } from '../fingerprints.ts';
import { parsePath, type RecordPath } from './follow-path.ts';
import type { Named } from './record-keys.ts';
import {
  REFERENCE_TARGETS,
  REFERENCES,
  type ReferenceTarget,
  type ReferenceTargetRow,
} from './references.table.ts';

/** What a group of references expects of an archive. */
export interface ReferenceExpectation {
  /** Its number, which is the tag of keys that are looked up. */
  readonly tag: number;
  readonly target: ReferenceTarget;
  readonly filedAs: RecordKind;
  /** The name of the target in messages. */
  readonly words: string;
  readonly isInside: boolean;
  /** See `ReferenceTargetRow`. */
  readonly isNeverAlone: boolean;
  /** The tags of record keys that satisfy the reference. */
  readonly targetTags: readonly number[];
}

/** A member of records that contains references. */
export interface ReferenceReader {
  readonly path: `/${string}`;
  readonly way: RecordPath;
  readonly expectation: ReferenceExpectation;
  readonly recent: RecentReferences;
}

/** The table of references, prepared for one archive. */
export interface ReferenceReaders {
  readonly expectations: readonly ReferenceExpectation[];
  readersOf(kind: string): readonly ReferenceReader[];
  all(): readonly ReferenceReader[];
}

/** Prepares the table of references; `tagOf` returns the tags of record keys. */
export function createReferenceReaders(tagOf: (named: Named) => number): ReferenceReaders {
  const expectations: ReferenceExpectation[] = [];
  const readers = new Map<string, readonly ReferenceReader[]>();

  function expectationOf(target: ReferenceTarget, isInside: boolean): ReferenceExpectation {
    const known = expectations.find(
      (expectation) => expectation.target === target && expectation.isInside === isInside,
    );
    if (known !== undefined) {
      return known;
    }
    const row: ReferenceTargetRow = REFERENCE_TARGETS[target];
    const { names, filedAs, isNeverAlone = false, words } = row;
    const targetTags = names.map(tagOf);
    const expectation = {
      tag: expectations.length,
      target,
      filedAs,
      words,
      isInside,
      isNeverAlone,
      targetTags,
    };
    expectations.push(expectation);
    return expectation;
  }

  for (const [kind, rows] of Object.entries(REFERENCES)) {
    readers.set(
      kind,
      rows.map(({ path, target, isInside = false }) => ({
        path,
        way: parsePath(path),
        expectation: expectationOf(target, isInside),
        recent: new RecentReferences(),
      })),
    );
  }
  return {
    expectations,
    readersOf: (kind) => (isRecordKind(kind) ? readers.get(kind) : undefined) ?? [],
    all: () => [...readers.values()].flat(),
  };
}

/** A URL that was looked up recently. */
export interface RecentReference {
  readonly text: string;
  readonly key: Fingerprint;
  readonly isInside: boolean;
  /** The number of repeated references that are not counted yet. */
  repeats: number;
}

/** A power of two, large enough for the people of one project. */
const SLOTS = 512;

/** The number of characters at the end of a URL that determine its slot, since the beginnings are all alike. */
const TAIL_UNITS = 4;

/**
 * A cache of the recent references in one member. Records refer to the same repository and the same few people again
 * and again: comparing a text with that in its slot is much faster than looking it up among all records.
 */
export class RecentReferences {
  readonly #slots: (RecentReference | undefined)[] = new Array(SLOTS).fill(undefined);

  /** The slot of a URL. */
  slotOf(text: string): number {
    let hash = text.length;
    for (let at = Math.max(0, text.length - TAIL_UNITS); at < text.length; at += 1) {
      hash = Math.imul(hash, 31) + text.charCodeAt(at);
    }
    return hash & (SLOTS - 1);
  }

  /** The reference in a slot, possibly to another URL. */
  at(slot: number): RecentReference | undefined {
    return this.#slots[slot];
  }

  put(slot: number, reference: RecentReference): void {
    this.#slots[slot] = reference;
  }

  /** All references in the cache. */
  all(): readonly RecentReference[] {
    return this.#slots.filter((reference) => reference !== undefined);
  }
}
