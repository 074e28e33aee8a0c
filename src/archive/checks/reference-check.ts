import { invariant } from '../../base/failure.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Finding } from '../../model/findings.ts';
import { kindOfRecordFile } from '../../model/record-kind.ts';
import type { RecordKind } from '../../model/record-kinds.table.ts';
import type { RecordBatch } from '../../model/records.ts';
import type { ArchiveEvent, ArchiveObserver } from '../archive-event.ts';
import {
  type Fingerprint,
  FingerprintTable,
  fingerprintOf,
  tagOfKey,
  tagOfRow,
  withTag,
} from '../fingerprints.ts';
import { urlOfSource } from '../record-text.ts';
import { placeOfRecord } from '../record-validator.ts';
import {
  describeAbsence,
  describeAbsentKind,
  type Verdict,
  type WrittenReference,
} from './describe-absence.ts';
import { createExampleBook, type ExampleBook, numberOfRow } from './example-book.ts';
import { findAbsent } from './find-absent.ts';
import { followPath, pointerOf } from './follow-path.ts';
import type { RecordKeys } from './record-keys.ts';
import { addressOf, labelAddress, repositoryOfPart } from './reference-address.ts';
import type { RecentReference } from './reference-readers.ts';
import {
  createReferenceReaders,
  type ReferenceExpectation,
  type ReferenceReader,
  type ReferenceReaders,
} from './reference-readers.ts';
import type { ScratchFile } from './scratch-file.ts';
import { SpillingTable } from './spilling-table.ts';

/** The results for the references of an archive, counted by occurrence. */
export interface ReferenceTally {
  readonly checked: number;
  /** References to something in the archive. */
  readonly inside: number;
  /** References to something outside of the archive, which is allowed. */
  readonly outside: number;
  /** References to something that should be in the archive, but is not. */
  readonly missing: number;
}

/** The check of references; its counts are final after `end`. */
export interface ReferenceCheck extends ArchiveObserver {
  tally(): ReferenceTally;
}

interface ReferenceCheckOptions {
  /** The keys of all records, collected by the check of uniqueness. */
  readonly keys: RecordKeys;
  readonly scratch: ScratchFile;
  /** The maximum number of unresolved references in memory. */
  readonly maxRows: number;
  readonly report: (finding: Finding) => void;
}

/** Words of a row after its key: the number of references, and the fingerprint of the repository. */
const COUNT = 2;
const REPOSITORY = 3;

/** Kinds whose records define further names, such as labels. */
const NAMING_KINDS: ReadonlySet<string> = new Set(['repository', 'discussion_category']);

/** Parts of further repositories count as outside. */
const MAX_REPOSITORIES = 500_000;

/** Creates the check that the targets of references are in the archive if they should be. */
export function createReferenceCheck(options: ReferenceCheckOptions): ReferenceCheck {
  return new OpenReferences(options);
}

class OpenReferences implements ReferenceCheck {
  readonly #options: ReferenceCheckOptions;
  readonly #readers: ReferenceReaders;
  readonly #wanted: SpillingTable;
  readonly #examples: ExampleBook<WrittenReference>;
  readonly #repositories = new FingerprintTable();
  /** Kinds with records; kinds with a record file, even if that is empty. */
  readonly #filedKinds = new Set<string>();
  readonly #namedKinds = new Set<string>();
  /** Kinds without records that should have some, with the number of references to them. */
  readonly #absentKinds = new Map<RecordKind, number>();
  #checked = 0;
  #outside = 0;
  #missing = 0;

  constructor(options: ReferenceCheckOptions) {
    this.#options = options;
    const { scratch, maxRows, keys } = options;
    this.#readers = createReferenceReaders(keys.tagOf);
    this.#wanted = new SpillingTable({ scratch, maxRows, payloadWords: 3 });
    this.#examples = createExampleBook((key) =>
      this.#isInside(key, this.#readers.expectations[tagOfKey(key)]),
    );
  }

  observe(event: ArchiveEvent): void {
    if (event.type === 'records') {
      this.#take(event.batch);
    } else if (event.type === 'entry' && event.entry.class === 'records') {
      this.#namedKinds.add(kindOfRecordFile(event.entry.name));
    } else if (event.type === 'end') {
      this.#settle();
    }
  }

  tally(): ReferenceTally {
    const inside = this.#checked - this.#outside - this.#missing;
    return { checked: this.#checked, inside, outside: this.#outside, missing: this.#missing };
  }

  #take({ kind, entryName, records, rejected }: RecordBatch): void {
    if (records.length + rejected.length > 0) {
      this.#filedKinds.add(kind); // An empty file counts as missing.
    }
    const readers = this.#readers.readersOf(kind);
    if (NAMING_KINDS.has(kind)) {
      for (const record of records) {
        this.#takeNames(kind, record.value);
      }
    }
    for (const reader of readers) {
      // One function for the whole batch, to avoid allocations for each of millions of references.
      let record = records[0];
      const take = (text: string, at: number) => {
        const key = this.#look(reader, text);
        if (key !== undefined && record !== undefined) {
          const { value, index } = record;
          const pointer = pointerOf(reader.path, at);
          const place = () => ({ ...placeOfRecord(entryName, index, value), pointer });
          this.#examples.keep(key, () => ({ text, kind, place: place() }));
        }
      };
      for (record of records) {
        followPath(record.value, reader.way, take);
      }
    }
    for (const { source } of rejected) {
      const url = urlOfSource(source);
      if (url !== undefined) {
        this.#options.keys.addName('rejected', url);
      }
    }
  }

  #takeNames(kind: string, value: JsonObject): void {
    const url = value['url'];
    if (typeof url !== 'string') {
      return;
    }
    if (kind === 'repository') {
      this.#takeRepository(url, value);
    } else if (kind === 'discussion_category') {
      this.#options.keys.addName('category_name', addressOf('category', url));
    }
  }

  #takeRepository(url: string, value: JsonObject): void {
    const { keys } = this.#options;
    if (this.#repositories.size < MAX_REPOSITORIES) {
      this.#repositories.insert(fingerprintOf(url));
    }
    const labels = Array.isArray(value['labels']) ? value['labels'] : [];
    for (const label of labels) {
      const { url: address, name } = isJsonObject(label) ? label : {};
      if (typeof address === 'string') {
        keys.addName('label', addressOf('label', address));
      }
      if (typeof name === 'string') {
        keys.addName('label', labelAddress(url, name));
      }
    }
  }

  /** Looks up the target of a reference. Returns its key for the first reference to a target that is not found yet. */
  #look(reader: ReferenceReader, text: string): Fingerprint | undefined {
    if (text === '') {
      return undefined; // Some exporters write an empty text instead of null.
    }
    this.#checked += 1;
    const { expectation, recent } = reader;
    const slot = recent.slotOf(text);
    const known = recent.at(slot);
    if (known?.text === text) {
      known.repeats += 1;
      return undefined;
    }
    this.#countRepeats(known);
    const key = withTag(fingerprintOf(addressOf(expectation.target, text)), expectation.tag);
    const isInside = this.#isInside(key, expectation);
    recent.put(slot, { text, key, isInside, repeats: 0 });
    if (isInside || this.#want(key, 1) > 1) {
      return undefined;
    }
    const repository = expectation.isInside ? repositoryOfPart(text) : undefined;
    if (repository !== undefined) {
      const { high, low } = fingerprintOf(repository);
      this.#wanted.words.set([high, low], this.#wanted.insert(key) + REPOSITORY);
    }
    return key;
  }

  #countRepeats(known: RecentReference | undefined): void {
    if (known !== undefined && !known.isInside && known.repeats > 0) {
      this.#want(known.key, known.repeats);
    }
  }

  /** Adds to the number of references to a key; returns the sum. */
  #want(key: Fingerprint, count: number): number {
    const at = this.#wanted.insert(key) + COUNT;
    const sum = (this.#wanted.words[at] ?? 0) + count;
    this.#wanted.words[at] = sum;
    return sum;
  }

  #isInside(key: Fingerprint, expectation: ReferenceExpectation | undefined): boolean {
    const { table } = this.#options.keys;
    for (const tag of expectation?.targetTags ?? []) {
      if (table.has(withTag(key, tag))) {
        return true;
      }
    }
    return false;
  }

  #settle(): void {
    for (const { recent } of this.#readers.all()) {
      for (const known of recent.all()) {
        this.#countRepeats(known);
      }
    }
    const { keys, report } = this.#options;
    const rejected = 1 << keys.tagOf('rejected');
    const masks = this.#readers.expectations.map(({ targetTags }) =>
      targetTags.reduce((mask, tag) => mask | (1 << tag), rejected),
    );
    const accepts = (tag: number) => masks[tag] ?? 0;
    const inWords = new Map<number, Verdict>();
    const others = new Map<string, { readonly finding: Finding; count: number }>();
    for (const row of findAbsent({ wanted: this.#wanted, present: keys.table, accepts })) {
      const verdict = this.#verdictOf(row);
      if (this.#examples.has(numberOfRow(row))) {
        inWords.set(numberOfRow(row), verdict);
      } else {
        const sort = `${verdict.expectation.tag} ${verdict.isMissing}`;
        const other = others.get(sort) ?? { finding: describeAbsence(verdict), count: 0 };
        others.set(sort, other);
        other.count += 1;
      }
    }
    for (const [number, written] of this.#examples.cases()) {
      const verdict = inWords.get(number);
      if (verdict !== undefined) {
        report(describeAbsence(verdict, written));
      }
    }
    for (const [kind, count] of this.#absentKinds) {
      report(describeAbsentKind(kind, { count, hasFile: this.#namedKinds.has(kind) }));
    }
    for (const { finding, count } of others.values()) {
      for (let reported = 0; reported < count; reported += 1) {
        report(finding);
      }
    }
  }

  #verdictOf(row: Int32Array): Verdict {
    const expectation = this.#readers.expectations[tagOfRow(row)];
    invariant(expectation !== undefined, 'a key that is wanted has the tag of a expectation');
    const count = row[COUNT] ?? 0;
    const { filedAs, isInside, isNeverAlone } = expectation;
    const isExpected = isInside && this.#isOurs(row, expectation);
    const isMissing = isExpected && this.#filedKinds.has(filedAs);
    if ((isExpected || isNeverAlone) && !this.#filedKinds.has(filedAs)) {
      this.#absentKinds.set(filedAs, (this.#absentKinds.get(filedAs) ?? 0) + count);
    }
    this.#missing += isMissing ? count : 0;
    this.#outside += isMissing ? 0 : count;
    return { expectation, isMissing, count };
  }

  /** True if the target is a repository, or a part of one that is in the archive. */
  #isOurs(row: Int32Array, { target }: ReferenceExpectation): boolean {
    const repository = { high: row[REPOSITORY] ?? 0, low: row[REPOSITORY + 1] ?? 0 };
    return target === 'repository' || (repository.high !== 0 && this.#repositories.find(repository) >= 0);
  }
}
