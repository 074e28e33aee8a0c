import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { Node } from 'yaml';
import { escapePointer } from '../base/json.ts';
import { messageOf } from '../model/failure.ts';

/** Protects against files whose aliases expand to fill the memory. */
const MAX_ALIASES = 100;

/** A position in a text, counted from 1. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
}

interface PlacedDocument {
  readonly value: unknown;
  /** By JSON pointer: the position of a member's key, or of a list's item. */
  readonly places: ReadonlyMap<string, TextPlace>;
}

interface TextFault extends TextPlace {
  readonly message: string;
}

/** Parses YAML 1.2, of which JSON is a part; returns syntax errors instead of throwing. */
export function readDocument(text: string): PlacedDocument | readonly TextFault[] {
  const { isMap, isScalar, isSeq, LineCounter, parseDocument } = loadYaml();
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const placeOf = (offset: number): TextPlace => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0) {
    return document.errors.map(({ message, pos }) => ({ ...placeOf(pos[0]), message }));
  }
  const places = new Map<string, TextPlace>();
  const visit = (node: unknown, pointer: string): void => {
    if (isMap<Node, Node | null>(node)) {
      for (const { key, value } of node.items) {
        const member = `${pointer}/${escapePointer(isScalar(key) ? String(key.value) : '')}`;
        places.set(member, placeOf(key.range?.[0] ?? 0));
        visit(value, member);
      }
    } else if (isSeq<Node>(node)) {
      for (const [index, item] of node.items.entries()) {
        places.set(`${pointer}/${index}`, placeOf(item.range?.[0] ?? 0));
        visit(item, `${pointer}/${index}`);
      }
    }
  };
  visit(document.contents, '');
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }), places };
  } catch (error) {
    return [{ line: 1, column: 1, message: messageOf(error) }];
  }
}

/** The position of a member, or of its nearest ancestor with a position, or else of the beginning. */
export function placeOfPointer(places: ReadonlyMap<string, TextPlace>, pointer: string): TextPlace {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place !== undefined) {
      return place;
    }
  }
  return { line: 1, column: 1 };
}

/** Loads the package on first use. */
export function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml');
}
