import type { ExtractSelection } from '../../app/extract/extract-selection.ts';
import { type ExtractReport, extract } from '../../app/extract.ts';
import { Failure } from '../../model/failure.ts';
import { pathOf, requireOptions } from './check-arguments.ts';
import { type ArchiveInput, KEYS, type KeyOptions, openArchive, openingOf } from './read-archive.ts';
import { FLAG, listOf, objectOf, PATH, type ShapesOf, TEXT } from './shapes.ts';
import { SURROUNDINGS, type Surroundings, withDefaults } from './surroundings.ts';

/** What to extract, and where to. */
export interface ExtractOptions extends Surroundings, KeyOptions {
  /** The target, which is created if it is absent. Existing files are never replaced. */
  readonly directory: string | URL;
  /** What to extract; default: everything. What a selection leaves out is not extracted. */
  readonly selection?: Partial<ExtractSelection> | undefined;
  /** Writes git bundles instead of bare repositories. */
  readonly asBundle?: boolean | undefined;
}

const SELECTION: ShapesOf<ExtractSelection> = {
  repositories: listOf(TEXT),
  hasAllRepositories: FLAG,
  hasAttachments: FLAG,
  hasReleases: FLAG,
  entryNames: listOf(TEXT),
};

const EXTRACTING: ShapesOf<ExtractOptions> = {
  ...SURROUNDINGS,
  ...KEYS,
  directory: PATH,
  selection: objectOf(SELECTION),
  asBundle: FLAG,
};

/**
 * Extracts repositories and files from an archive, or from the path of a store or a vault, to a directory, with their
 * names in the archive if those are safe. What was extracted before an abort or a failure stays, each file complete: the same
 * call again accepts it and extracts the rest. Throws a `Failure`: `exists` if another file has the name, `absent` if something that
 * was asked for does not exist, after everything else was extracted.
 *
 * @example
 * const selection = { repositories: ['acme/app'] };
 * const { files } = await extractArchive('work.tar.gz', { directory: 'files', selection });
 */
export async function extractArchive(from: ArchiveInput, options: ExtractOptions): Promise<ExtractReport> {
  requireOptions('extract the archive', options, { known: EXTRACTING, required: ['directory'] });
  const { selection, asBundle = false, identityFiles } = options;
  const directory = pathOf('extract to the directory', options.directory);
  if (selection !== undefined && Object.values(selection).every((value) => value === undefined)) {
    throw new Failure('usage', 'Cannot extract the archive: its selection is empty', {
      hint: 'Leave "selection" out to extract everything',
    });
  }
  const place =
    typeof from === 'string' || from instanceof URL
      ? pathOf('extract the archive', from)
      : await openArchive(from, { identityFiles, signal: options.signal });
  return await extract(
    {
      from: place,
      directory,
      asBundle,
      ...(selection === undefined ? {} : { selection }),
      ...(await openingOf({ identityFiles })),
    },
    withDefaults(options),
  );
}
