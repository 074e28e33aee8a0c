/** A position in a text, counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A document with the positions of its members. */
export interface PlacedDocument {
  readonly value: unknown;
  /** By JSON pointer: the position of a member's key, or of a list's item. */
  readonly places: ReadonlyMap<string, TextPlace>;
}

/** A syntax error. */
export interface TextFault extends TextPlace {
  readonly message: string;
}

/** Creates a function that converts offsets in a text to positions. */
export function placesOf(text: string): (offset: number) => TextPlace {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
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
