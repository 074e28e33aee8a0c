import { describe, expect, it } from 'vitest';
import { lookUpColumn, readSchemaComments } from '../../../src/store/database/schema-comments.ts';

const SQL = `-- What the file is for. This is no table's comment.
--   name, title   what people call it
--   *_url         the url of another record

-- Birds and where
-- they nest.
CREATE TABLE birds (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,                 -- in Latin
  wing_span_mm INTEGER CHECK (wing_span_mm > 0), -- at rest
  PRIMARY KEY (id)
) STRICT;

CREATE INDEX birds_name ON birds (name);
CREATE VIEW names AS
SELECT name FROM birds;
-- To find them.
CREATE VIRTUAL TABLE bird_search USING fts5 (
  name, title
);
`;

describe('readSchemaComments()', () => {
  const { tables, glossary } = readSchemaComments(SQL);

  it('reads the comment above a table', () => {
    expect([...tables].map(([name, { words }]) => [name, words])).toEqual([
      ['birds', 'Birds and where they nest'],
      ['names', ''],
      ['bird_search', 'To find them'],
    ]);
  });

  it('reads the comment next to a column', () => {
    expect([...(tables.get('birds')?.columns ?? [])]).toEqual([
      ['name', 'in Latin'],
      ['wing_span_mm', 'at rest'],
    ]);
  });

  it('reads the glossary', () => {
    expect([...glossary]).toEqual([
      ['name', 'what people call it'],
      ['title', 'what people call it'],
      ['*_url', 'the url of another record'],
    ]);
  });
});

describe('lookUpColumn()', () => {
  const glossary = new Map([
    ['*_url', 'pattern'],
    ['git_url', 'exact'],
    ['is_*', 'start'],
  ]);

  it.each([
    ['author_url', 'pattern'],
    ['git_url', 'exact'],
    ['is_bot', 'start'],
    ['url', undefined],
    ['this_is_it', undefined],
  ])('recognizes %j as %j', (column, words) => {
    expect(lookUpColumn(glossary, column)).toBe(words);
  });
});
