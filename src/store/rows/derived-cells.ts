import type { JsonValue } from '../../base/json.ts';
import type { DerivedColumn, ReadColumn, StateColumn } from '../table-spec.ts';
import { URL_READINGS } from '../url-readings.ts';
import type { Cell } from './conversions.ts';
import type { RowLayout } from './row-layout.ts';

/** A derived column for records with one particular list of keys; values are passed in the order of those keys. */
export interface DerivedCell {
  readonly cell: number;
  derive(values: readonly JsonValue[]): Cell;
}

/** Creates a function that returns the derived columns of a table for a list of keys. */
export function createDerivedCells(layout: RowLayout): (keys: readonly string[]) => readonly DerivedCell[] {
  const columns = layout.derived.map(({ cell, column }) => ({ cell, prepare: prepareDerivation(column) }));
  return (keys) => columns.map(({ cell, prepare }) => ({ cell, derive: prepare(keys) }));
}

type Derivation = DerivedCell['derive'];

function prepareDerivation(column: DerivedColumn): (keys: readonly string[]) => Derivation {
  if ('words' in column) {
    return (keys) => deriveWord(column, keys);
  }
  const read = createUrlReader(column);
  return (keys) => deriveReading(column, keys, read);
}

function deriveWord({ words, otherwise }: StateColumn, keys: readonly string[]): Derivation {
  const places = words
    .map(([field, word]) => ({ index: keys.indexOf(field), word }))
    .filter(({ index }) => index >= 0);
  return (values) => places.find(({ index }) => (values[index] ?? '') !== '')?.word ?? otherwise;
}

function deriveReading(
  { from }: ReadColumn,
  keys: readonly string[],
  read: (url: string) => Cell,
): Derivation {
  const indexes = from.map((field) => keys.indexOf(field)).filter((index) => index >= 0);
  return (values) => {
    for (const index of indexes) {
      const url = values[index];
      const found = typeof url === 'string' ? read(url) : null;
      if (found !== null) {
        return found;
      }
    }
    return null;
  };
}

/** Caches the last url, because records of one thread are adjacent. */
function createUrlReader({ read }: ReadColumn): (url: string) => Cell {
  const readUrl = URL_READINGS[read];
  let lastUrl: string | undefined;
  let lastReading: Cell = null;
  return (url) => {
    if (url !== lastUrl) {
      lastReading = readUrl(url);
      lastUrl = url;
    }
    return lastReading;
  };
}
