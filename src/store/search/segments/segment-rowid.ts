/** Bits of a page's row id, from the lowest up: page number, height in a doclist index, whether it is of one, segment. */
const PAGE_FACTOR = 2 ** 31;
const DOCLIST_INDEX = 2 ** 36;
const SEGMENT_FACTOR = 2 ** 37;

/** The row id under which a page of a segment stands in the table `…_data`. */
export function segmentRowid(segment: number, page: number): number {
  return segment * SEGMENT_FACTOR + page;
}

/** The same for a page of a doclist index, which has levels. */
export function doclistIndexRowid(segment: number, level: number, page: number): number {
  return segment * SEGMENT_FACTOR + DOCLIST_INDEX + level * PAGE_FACTOR + page;
}
