import type { Database } from '../database.ts';
import type { SearchTexts } from './cjk-index.ts';

/** Logins and `organization/team` after an at sign that is not part of a mail address. */
const MENTION = /(?<![\w@/.-])@([\w/.-]+)(\[bot\](?![\w/-]))?/g;

/** The columns of a document that can mention a person: all but the names of files. */
const MENTIONING = 3;

/**
 * The names that texts mention, in lower case. A period may be part of a name or end a sentence, so that `@john.doe` is
 * both `john` and `john.doe`.
 */
export function* mentionsIn(texts: SearchTexts): Generator<string> {
  for (const text of texts.slice(0, MENTIONING)) {
    if (text?.includes('@') === true) {
      for (const [, name = '', bot] of text.toLowerCase().matchAll(MENTION)) {
        yield* beginningsOf(name);
        if (bot !== undefined) {
          yield name + bot;
        }
      }
    }
  }
}

function* beginningsOf(name: string): Generator<string> {
  for (let end = 1; end <= name.length; end += 1) {
    if ((end === name.length || name[end] === '.') && name[end - 1] !== '.') {
      yield name.slice(0, end);
    }
  }
}

/** Who is mentioned in which text, row by row. */
export interface MentionIndex {
  add(id: number, texts: SearchTexts): void;
  remove(id: number, texts: SearchTexts): void;
}

export function openMentionIndex(db: Database): MentionIndex {
  const add = db.prepare('INSERT OR IGNORE INTO search_mentions (name, id) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM search_mentions WHERE name = ? AND id = ?');
  return {
    add(id, texts) {
      for (const name of mentionsIn(texts)) {
        add.run(name, id);
      }
    },
    remove(id, texts) {
      for (const name of mentionsIn(texts)) {
        remove.run(name, id);
      }
    },
  };
}

/** Fills `search_mentions`, which must be empty, from all texts. Most have no at sign, and are not passed to JavaScript. */
export function buildMentions(db: Database): void {
  db.table('mentions_in', {
    parameters: ['text'], // One, which is never null: for a null SQLite does not ask.
    columns: ['name'],
    *rows(text) {
      for (const name of mentionsIn([String(text)])) {
        yield [name];
      }
    },
  });
  db.exec(`
    INSERT INTO search_mentions (name, id)
    SELECT DISTINCT found.name, texts.id
    FROM search_texts AS texts, mentions_in(concat_ws(char(10), texts.title, texts.body, texts.comment)) AS found
    WHERE instr(texts.title, '@') OR instr(texts.body, '@') OR instr(texts.comment, '@')
    ORDER BY found.name, texts.id
  `);
}
