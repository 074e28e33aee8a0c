/** Numbers for the records of an archive, and the way back from a number to a record's place. */
export interface RecordPlaces {
  /** The number of a record. Records of one file are numbered one after another, files as they come. */
  ordinalOf(entryName: string, recordIndex: number): number;
  /** The place of a numbered record, or undefined where its file is one too many to remember. */
  placeOf(ordinal: number): { readonly entryName: string; readonly recordIndex: number } | undefined;
}

/** How many record files are remembered by name; they stand for 10 million records of the service's archives. */
const MAX_FILES = 100_000;

/** Creates the numbering of one archive. */
export function createRecordPlaces(): RecordPlaces {
  const files: { readonly entryName: string; readonly firstOrdinal: number }[] = [];
  let forgottenFrom = Number.POSITIVE_INFINITY;
  let current = { entryName: '', firstOrdinal: 0 };
  let next = 0;
  return {
    ordinalOf(entryName, recordIndex) {
      if (entryName !== current.entryName) {
        current = { entryName, firstOrdinal: next };
        if (files.length < MAX_FILES) {
          files.push(current);
        } else {
          forgottenFrom = Math.min(forgottenFrom, next);
        }
      }
      const ordinal = current.firstOrdinal + recordIndex;
      next = Math.max(next, ordinal + 1);
      return ordinal;
    },
    placeOf(ordinal) {
      const file =
        ordinal < forgottenFrom ? files.findLast(({ firstOrdinal }) => firstOrdinal <= ordinal) : undefined;
      return file === undefined
        ? undefined
        : { entryName: file.entryName, recordIndex: ordinal - file.firstOrdinal };
    },
  };
}
