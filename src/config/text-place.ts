/** A place in a text, both numbers from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A document with the place of each of its members. */
export interface PlacedDocument {
  readonly value: unknown;
  /** Where the member that a JSON pointer names begins: its key, or the item of a list. */
  readonly places: ReadonlyMap<string, TextPlace>;
}

/** A text that cannot be read as what it is said to be. */
export interface TextFault extends TextPlace {
  readonly message: string;
}

/** Gives the place of each offset in a text. */
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

/** The place of a member, or of the nearest one around it that has one; the beginning where none has. */
export function placeOfPointer(places: ReadonlyMap<string, TextPlace>, pointer: string): TextPlace {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place !== undefined) {
      return place;
    }
  }
  return { line: 1, column: 1 };
}
