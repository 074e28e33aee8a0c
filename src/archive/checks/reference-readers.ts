import { isRecordKind, type RecordKind } from '../../model/index.ts';
import type { Fingerprint } from '../fingerprints.ts';
import { parsePath, type RecordPath } from './follow-path.ts';
import type { Named } from './record-keys.ts';
import {
  REFERENCE_TARGETS,
  REFERENCES,
  type ReferenceTarget,
  type ReferenceTargetRow,
} from './references.table.ts';

/** What references of one sort ask of an archive. */
export interface ReferenceQuestion {
  /** Its number, which is the tag of what is looked for. */
  readonly tag: number;
  readonly target: ReferenceTarget;
  readonly filedAs: RecordKind;
  /** What the target is called in messages. */
  readonly words: string;
  readonly isInside: boolean;
  /** See the table. */
  readonly isNeverAlone: boolean;
  /** Under which tags of the records' keys the answer may be. */
  readonly targetTags: readonly number[];
}

/** One member of a record that refers to something. */
export interface ReferenceReader {
  readonly path: `/${string}`;
  readonly way: RecordPath;
  readonly question: ReferenceQuestion;
  readonly recent: RecentReferences;
}

/** The table of references, made ready for one archive. */
export interface ReferenceReaders {
  readonly questions: readonly ReferenceQuestion[];
  readersOf(kind: string): readonly ReferenceReader[];
  all(): readonly ReferenceReader[];
}

/** Prepares the table of references; `tagOf` gives the tags of the records' keys. */
export function createReferenceReaders(tagOf: (named: Named) => number): ReferenceReaders {
  const questions: ReferenceQuestion[] = [];
  const readers = new Map<string, readonly ReferenceReader[]>();

  function questionOf(target: ReferenceTarget, isInside: boolean): ReferenceQuestion {
    const known = questions.find((question) => question.target === target && question.isInside === isInside);
    if (known !== undefined) {
      return known;
    }
    const row: ReferenceTargetRow = REFERENCE_TARGETS[target];
    const { names, filedAs, isNeverAlone = false, words } = row;
    const targetTags = names.map(tagOf);
    const question = { tag: questions.length, target, filedAs, words, isInside, isNeverAlone, targetTags };
    questions.push(question);
    return question;
  }

  for (const [kind, rows] of Object.entries(REFERENCES)) {
    readers.set(
      kind,
      rows.map(({ path, target, isInside = false }) => ({
        path,
        way: parsePath(path),
        question: questionOf(target, isInside),
        recent: new RecentReferences(),
      })),
    );
  }
  return {
    questions,
    readersOf: (kind) => (isRecordKind(kind) ? readers.get(kind) : undefined) ?? [],
    all: () => [...readers.values()].flat(),
  };
}

/** An address that was looked for not long ago. */
export interface RecentReference {
  readonly text: string;
  readonly key: Fingerprint;
  readonly isInside: boolean;
  /** How often it was named again and not yet counted. */
  repeats: number;
}

/** A power of two: enough for the people of one project. */
const SLOTS = 512;

/** How much of an address's end chooses its slot: the beginnings are all alike. */
const TAIL_UNITS = 4;

/**
 * What one member named recently. Records name the same repository and the same few people over and over: comparing a
 * text with that of its slot costs far less than looking it up among all records.
 */
export class RecentReferences {
  readonly #slots: (RecentReference | undefined)[] = Array.from({ length: SLOTS }, () => undefined);

  /** The slot of an address. */
  slotOf(text: string): number {
    let hash = text.length;
    for (let at = Math.max(0, text.length - TAIL_UNITS); at < text.length; at += 1) {
      hash = Math.imul(hash, 31) + text.charCodeAt(at);
    }
    return hash & (SLOTS - 1);
  }

  /** What a slot holds: this address or another one. */
  at(slot: number): RecentReference | undefined {
    return this.#slots[slot];
  }

  /** Puts an address into a slot, in place of what it held. */
  put(slot: number, reference: RecentReference): void {
    this.#slots[slot] = reference;
  }

  /** All that is remembered. */
  all(): readonly RecentReference[] {
    return this.#slots.filter((reference) => reference !== undefined);
  }
}
