import type { Random } from '../../../base/random.ts';
import { type Subject, slugify } from '../text/text-writer.ts';
import type { Theme } from '../text/themes.table.ts';
import { readTreeFile, type WorkTree } from './git-history.ts';
import { createStatement, DEPENDENCY_FILE, INDENTATION, SOURCE_LANGUAGES } from './source-files.ts';
import { linesOf, type TextEdit } from './text-edit.ts';

interface EditOptions {
  readonly tree: WorkTree;
  readonly paths: readonly string[];
  readonly theme: Theme;
  readonly subject: Subject;
  /** Paths that open branches have changed, which edits avoid to prevent conflicts. */
  readonly isReserved: (path: string) => boolean;
  /** Makes the names of new files unique. */
  readonly mark: string;
  readonly random: Random;
}

const MAX_ADDED_LINES = 4;

/** Longer files would make each commit longer than the one before. */
const MAX_EDITED_LINES = 300;

/** A folder has the notes of at most this many threads. */
const NOTES_PER_FOLDER = 200;

/** A change for the subject: a few lines of an existing file, or a new file. */
export function proposeEdit(options: EditOptions): TextEdit {
  const { tree, paths, theme, subject, isReserved, random } = options;
  const isText = subject.kind === 'docs' || subject.kind === 'question';
  const ending = isText ? '.md' : `.${SOURCE_LANGUAGES[theme.language].extension}`;
  const free = paths.filter((path) => path.endsWith(ending) && !isReserved(path));
  const path = free.length > 0 && random.chance(0.9) ? random.pick(free) : undefined;
  const before = path === undefined ? undefined : readTreeFile(tree, path);
  if (path === undefined || before === undefined) {
    return createNote(options);
  }
  const lines = linesOf(before);
  const opening = isText ? '- ' : INDENTATION;
  const places = lines.flatMap((line, index) => (line.startsWith(opening) ? [index] : []));
  const { object, condition, component } = subject.words;
  const wanted = isText
    ? [`- ${object} ${condition} (${component})`]
    : Array.from({ length: random.integer(1, MAX_ADDED_LINES) }, () => createStatement(theme, random));
  // A line that already exists could move a diff to another place.
  const added = [...new Set(wanted)].filter((line) => !lines.includes(line));
  if (places.length === 0 || added.length === 0 || lines.length > MAX_EDITED_LINES) {
    return createNote(options);
  }
  const place = random.pick(places);
  const index = isText ? place + 1 : place;
  return {
    path,
    before,
    index,
    removed: isText || !random.chance(0.3) ? [] : lines.slice(index, index + 1),
    added,
  };
}

/** Raises the version of one package like a bot; undefined while another branch changes the file. */
export function proposeUpdate({
  tree,
  isReserved,
  random,
}: Pick<EditOptions, 'isReserved' | 'random' | 'tree'>): TextEdit | undefined {
  const before = readTreeFile(tree, DEPENDENCY_FILE);
  if (before === undefined || isReserved(DEPENDENCY_FILE)) {
    return undefined;
  }
  const lines = linesOf(before);
  const index = random.integer(0, lines.length - 1);
  const removed = lines.slice(index, index + 1);
  const added = removed.map((line) => line.replace(/\d+$/, (patch) => String(Number(patch) + 1)));
  return { path: DEPENDENCY_FILE, before, index, removed, added };
}

/** Changes one of the lines that an edit added, in response to a review. */
export function proposeCorrection(
  edit: TextEdit,
  after: string,
  { theme, random }: Pick<EditOptions, 'theme' | 'random'>,
): TextEdit {
  const place = random.integer(0, edit.added.length - 1);
  const line = edit.added[place] ?? '';
  const index = edit.index + place;
  const isText = edit.path.endsWith('.md');
  const better = isText
    ? `${line} (see the guide)`
    : `${line} ${SOURCE_LANGUAGES[theme.language].comment} as agreed in review`;
  return { path: edit.path, before: after, index, removed: [line], added: [better] };
}

function createNote({ subject, mark }: EditOptions): TextEdit {
  const { component, object, condition, wish } = subject.words;
  const slug = slugify(subject.pullTitle).slice(0, 40);
  const added = [
    `# ${subject.pullTitle}`,
    '',
    `The ${component} met ${object} ${condition}.`,
    '',
    '- decided: warn once',
    `- to be looked at again: ${wish}`,
  ];
  const folder = folderOf(Number(mark.replace(/^d/, '')));
  return { path: `docs/notes/${folder}${slug}-${mark}.md`, before: undefined, index: 0, removed: [], added };
}

/** A commit hashes the whole of the folders that it changes, so none has too many files. */
function folderOf(number: number): string {
  const folder = Math.floor(number / NOTES_PER_FOLDER);
  return folder === 0 ? '' : `${Math.floor(folder / NOTES_PER_FOLDER)}/${folder}/`;
}
