import { DIALECT_NAMES, type DialectName, dialectOf, isRemote } from '../dialects.table.ts';
import type { Lake } from '../lake-manifest.ts';
import type { LakePlace } from '../place/lake-place.ts';
import { lakeViews } from './lake-views.ts';

const FOLDER = 'views';

/** Writes the views of a lake for each engine. Files that are up to date are not written. */
export async function writeViews(place: LakePlace, lake: Lake): Promise<void> {
  for (const dialect of DIALECT_NAMES) {
    const path = `${FOLDER}/${dialect}.sql`;
    const location = place.locations[dialect];
    const views = lakeViews(lake, { dialect, location }).map(({ sql }) => `\n${sql};\n`);
    const text = headOf(dialect, location) + views.join('');
    if ((await place.readText(path)) !== text) {
      await place.writeText(path, text);
    }
  }
}

function headOf(dialect: DialectName, location: string): string {
  const { title, notes, folderNotes, bucketNotes } = dialectOf(dialect);
  const lines = [
    `The views of this lake for ${title}. "satchel lake sync" replaces this file: run it again after each sync.`,
    ...(isRemote(location) ? bucketNotes : folderNotes),
    ...notes,
    'TABLE is the newest state. TABLE_states has all: for the state at a time, WHERE valid_from <= TIME AND TIME < valid_until.',
  ];
  return lines.map((line) => `-- ${line}\n`).join('');
}
