import { isRecordKind, WRITER_VARIATIONS } from '../model/index.ts';
import { planRow, type RowLayout, type Step } from './row-layout.ts';

/** A field that some writers leave out, and the field of the same record that its cells are then filled from. */
export interface FieldDefault {
  readonly from: string;
  readonly step: Step;
}

/** The defaults of a table of records. What they fill is never read back: the record's shape does not name the field. */
export function fieldDefaultsOf(layout: RowLayout): readonly FieldDefault[] {
  const { kind } = layout;
  if (kind === undefined || !isRecordKind(kind)) {
    return [];
  }
  return Object.entries(WRITER_VARIATIONS[kind]?.defaults ?? {}).flatMap(([field, from]) =>
    planRow(layout, [field]).map((step) => ({ from, step })),
  );
}
