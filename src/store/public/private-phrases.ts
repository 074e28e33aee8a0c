import { inTurns } from '../../base/in-turns.ts';
import { isJsonObject, type JsonValue, parseJson } from '../../base/json.ts';
import type { WordFinder } from '../../base/word-finder.ts';
import type { Database } from '../database.ts';
import type { PrivateWord } from '../public-report.ts';
import { readRecords } from '../read-records.ts';

/** Six words in a row that every output writes as they are, whatever it escapes or marks up. */
const PHRASE = /(?<![\w-])[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){5}(?![\w-])/gu;

/** Shorter phrases are in many texts. */
const MIN_LENGTH = 24;

/** How many phrases of a text are looked for. */
const MAX_OF_TEXT = 4;

/** With more phrases, only every second one is looked for, and so on: the memory that they take is bounded. */
const MAX_PHRASES = 100_000;

const WORD: PrivateWord = { kind: 'text', instead: '' };

/** Texts that are not in a public copy, to be looked for in it. */
export interface PrivatePhrases {
  add(value: JsonValue): void;
  /** Adds the texts of rows that are not published: former versions, captured rows, and records without a table. */
  addRows(db: Database, signal?: AbortSignal): Promise<void>;
  /** Forgets those that the public copy has elsewhere, such as the words of a template. */
  forgetPublic(copy: Database, signal?: AbortSignal): Promise<void>;
}

export function createPrivatePhrases(words: WordFinder<PrivateWord>): PrivatePhrases {
  let mask = 0;
  const add = (value: JsonValue): void => {
    if (typeof value === 'string') {
      if (value.length >= MIN_LENGTH) {
        addText(value);
      }
    } else if (Array.isArray(value)) {
      value.forEach(add);
    } else if (isJsonObject(value)) {
      Object.values(value).forEach(add);
    }
  };
  const addText = (text: string): void => {
    let count = 0;
    for (const [phrase] of text.matchAll(PHRASE)) {
      if (phrase.length >= MIN_LENGTH) {
        words.addPhrase(phrase, WORD);
        count += 1;
        if (count === MAX_OF_TEXT) {
          break;
        }
      }
    }
    if (words.phraseCount > MAX_PHRASES) {
      mask = mask * 2 + 1;
      words.keepPhrases((hash) => (hash & mask) === 0);
    }
  };
  return {
    add,
    async addRows(db, signal) {
      for (const sql of PRIVATE_ROWS) {
        for await (const rows of inTurns(db.prepare<[], string | Buffer>(sql).pluck().iterate(), signal)) {
          for (const row of rows) {
            const text = row.toString();
            const value = parseJson(text);
            add(value === undefined ? text : (value as JsonValue)); // What was parsed is a JSON value.
          }
        }
      }
    },
    async forgetPublic(copy, signal) {
      if (words.phraseCount > 0) {
        for await (const texts of inTurns(publicTexts(copy), signal)) {
          for (const text of texts) {
            words.removePhrases(Buffer.from(text));
          }
        }
      }
    },
  };
}

function* publicTexts(copy: Database): Generator<string, void> {
  for (const { json } of readRecords(copy)) {
    yield json;
  }
  yield* copy.prepare<[], string>(PUBLIC_TEXTS).pluck().iterate();
}

const PRIVATE_ROWS = [
  'SELECT previous FROM record_changes WHERE previous IS NOT NULL',
  'SELECT json FROM other_records',
  'SELECT source FROM rejected_records',
  'SELECT json FROM notifications',
  'SELECT json FROM alerts',
  'SELECT json FROM budgets',
  'SELECT json FROM gists',
  'SELECT json FROM stars',
  'SELECT json FROM events',
];

const PUBLIC_TEXTS = `
  SELECT description FROM gists WHERE description IS NOT NULL
  UNION ALL SELECT description FROM stars WHERE description IS NOT NULL`;
