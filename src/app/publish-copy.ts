import { lstatSync, statSync } from 'node:fs';
import { rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { formatDuration } from '../base/durations.ts';
import { makeFolder } from '../base/make-folder.ts';
import { readPieces } from '../base/read-pieces.ts';
import { countText, formatSize } from '../base/sizes.ts';
import { quoteText } from '../base/terminal-text.ts';
import { openWorkplace, ownFolder } from '../base/workplace.ts';
import type { DumpPlace, DumpSink } from '../dump/dump-place.ts';
import { Failure } from '../model/failure.ts';
import {
  OMITTED,
  PRIVATE_WORDS,
  type PrivatePlace,
  type Publication,
  type PublicReport,
} from '../store/public-report.ts';
import type { AppContext } from './context.ts';
import type { CopyCheck } from './publish/check-copy.ts';
import { omittedText } from './publish/omitted-text.ts';
import { type PublicChoices, withPublicStore } from './store-at-snapshot.ts';

interface PublishOptions<Report> extends PublicChoices {
  readonly context: Pick<AppContext, 'clock' | 'random' | 'signal'>;
  readonly onNote: (text: string) => void;
  /** Where the copy is to be: a path, or a sink for a single file with an extension. */
  readonly output: string | { readonly sink: DumpSink; readonly extension: string };
  readonly isForced: boolean;
  /** Writes the copy, made from the store at `dbPath`, to a place. */
  readonly write: (dbPath: string, place: DumpPlace) => Promise<Report>;
}

/** What the name of a copy begins with that must not be published. */
const UNCHECKED = 'unchecked-';

/** What the name of the folder begins with in which a copy is made. */
const WORKPLACE = '.satchel-unchecked-';

/** How many places a message names. */
const MAX_NAMED = 10;

/**
 * Makes a public copy of a store: writes it under another name, adds what it lacks, looks for what must not be in it, and only then
 * gives it its name. Fails with `copy-unsafe` if it has any of that; the name of the copy begins with `unchecked-` then.
 */
export async function publishCopy<Report extends object>(
  path: string,
  options: PublishOptions<Report>,
): Promise<Report & { readonly publication: Publication }> {
  const { output, isForced } = options;
  if (typeof output !== 'string') {
    return await publishToSink(path, output, options);
  }
  const { moveDump } = await import('../dump/dump-place.ts');
  const { requireFreePlace } = await import('../dump/free-place.ts');
  await requireFreePlace({ path: output, isForced });
  return await withUncheckedPlace(output, async (unchecked) => {
    const done = await writeChecked(path, unchecked, options);
    await moveDump(unchecked, { path: output, isForced });
    return done;
  });
}

/**
 * Lends a place that no other process uses meanwhile; an interrupted site is continued there. A copy that must not be published gets a
 * name that nothing else has.
 */
async function withUncheckedPlace<Result>(
  output: string,
  use: (unchecked: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(dirname(output), WORKPLACE + basename(output));
  const unchecked = join(folder, basename(output));
  await makeFolder(folder, { mode: 0o700 });
  const owner = await ownFolder(folder);
  try {
    return await use(unchecked);
  } catch (error) {
    if (!(error instanceof UnsafeCopy)) {
      throw error;
    }
    const kept = freeName(output);
    await rename(unchecked, kept);
    throw unsafeFailure(kept, error.check);
  } finally {
    await rm(unchecked, { recursive: true, force: true });
    await owner.release();
    await rmdir(folder).catch(() => undefined); // It has the beginning of a site.
  }
}

function freeName(output: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${UNCHECKED}${number === 1 ? '' : `${number}-`}${basename(output)}`;
    const path = join(dirname(output), name);
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) {
      return path;
    }
  }
}

/** A copy has what must not be in it. */
class UnsafeCopy extends Error {
  readonly check: CopyCheck;

  constructor(check: CopyCheck) {
    super('The copy must not be published');
    this.check = check;
  }
}

/** Nothing reaches the sink before all of it was checked. */
async function publishToSink<Report extends object>(
  path: string,
  { sink, extension }: Exclude<PublishOptions<Report>['output'], string>,
  options: PublishOptions<Report>,
): Promise<Report & { readonly publication: Publication }> {
  const workplace = await openWorkplace(tmpdir(), 'satchel-public-');
  const file = join(workplace.path, `copy.${extension}`);
  try {
    const done = await writeChecked(path, file, options);
    for await (const piece of readPieces(file, options.context.signal)) {
      await sink.write(piece);
    }
    return done;
  } catch (error) {
    throw error instanceof UnsafeCopy ? unsafeFailure(file, error.check) : error;
  } finally {
    await workplace.close();
  }
}

async function writeChecked<Report extends object>(
  path: string,
  unchecked: string,
  { context, onNote, hasGit, hasPseudonyms, write }: PublishOptions<Report>,
): Promise<Report & { readonly publication: Publication }> {
  return await withPublicStore(path, {
    ...{ context, onNote, hasGit, hasPseudonyms },
    use: async (dbPath, { report, words }) => {
      const written = await write(dbPath, { path: unchecked, isForced: true });
      if (statSync(unchecked).isDirectory()) {
        await writeFile(join(unchecked, OMITTED), omittedText(report, hasPseudonyms));
      }
      const startedMs = context.clock.now();
      const { checkCopy } = await import('./publish/check-copy.ts');
      const isCode = (file: string) => hasGit && CODE.test(file);
      const check = await checkCopy(unchecked, { words, isCode, signal: context.signal });
      if (check.placeCount > 0) {
        throw new UnsafeCopy(check);
      }
      const duration = formatDuration(context.clock.now() - startedMs);
      onNote(
        `Checked ${countText(check.checkedFiles, 'file')}, ${formatSize(check.checkedBytes)}, in ${duration}${codeNote(check)}`,
      );
      noteUnsearched(check, onNote);
      return { ...written, publication: publicationOf(report, check) };
    },
  });
}

/** The files of a site that show code, or messages of commits: the page of a repository has its README, which can be searched. */
const CODE =
  /^(?:-\/texts\/(?:code-\d+|commits-[\da-f])\.js$|(?!-\/)[^/]+\/[^/]+\/(?:index\.html$|(?:tree|blob|raw|wiki|commits?|branches|tags)[/.]|pull\/\d+(?:\.(?:diff|patch)|\/(?:files|commits))))/;

function codeNote({ inCode }: CopyCheck): string {
  const count = Object.values(inCode).reduce((sum, each) => sum + each, 0);
  return count === 0
    ? ''
    : `; the code of public repositories has ${countText(count, 'address, token or private name', 'addresses, tokens or private names')}, and is published as it is`;
}

/** Uploads of public repositories are public at the service: one that cannot be searched is published, and named. */
function noteUnsearched({ unsearched }: CopyCheck, onNote: (note: string) => void): void {
  if (unsearched.length === 0) {
    return;
  }
  const named = unsearched.slice(0, MAX_NAMED).map(quoteText);
  const rest = unsearched.length > named.length ? `, and ${unsearched.length - named.length} more` : '';
  const what = unsearched.length === 1 ? 'A packed file' : `${unsearched.length} packed files`;
  onNote(`${what} could not be searched: look at ${named.join(', ')}${rest} before you publish the copy`);
}

function publicationOf(
  report: PublicReport,
  { checkedFiles, checkedBytes, inCode, unsearched }: CopyCheck,
): Publication {
  return { ...report, checkedFiles, checkedBytes, inCode, unsearched };
}

function unsafeFailure(path: string, { places, placeCount }: CopyCheck): Failure {
  const named = places.slice(0, MAX_NAMED).map(describePlace);
  const rest = placeCount > named.length ? `, and ${placeCount - named.length} more` : '';
  const what = countText(placeCount, 'place');
  return new Failure(
    'copy-unsafe',
    `Cannot publish the copy: ${what} of "${path}" ${placeCount === 1 ? 'has' : 'have'} what must not be in it: ${named.join(', ')}${rest}`,
    { details: { path, places } },
  );
}

function describePlace({ file, line, kind }: PrivatePlace): string {
  return `${quoteText(file)}${line === 0 ? '' : ` line ${line}`} (${PRIVATE_WORDS[kind]})`;
}
