import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { formatDuration } from '../base/durations.ts';
import { readPieces } from '../base/read-pieces.ts';
import { countText, formatSize } from '../base/sizes.ts';
import { quoteText } from '../base/terminal-text.ts';
import { openWorkplace } from '../base/workplace.ts';
import type { DumpPlace, DumpSink } from '../dump/dump-place.ts';
import { Failure } from '../model/failure.ts';
import {
  PRIVATE_WORDS,
  type PrivatePlace,
  type Publication,
  type PublicReport,
} from '../store/public-report.ts';
import type { AppContext } from './context.ts';
import type { CopyCheck } from './publish/check-copy.ts';
import { OMITTED, omittedText } from './publish/omitted-text.ts';
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

/** What the name of a copy begins with until it is checked. */
const UNCHECKED = 'unchecked-';

/** How many places a message names. */
const MAX_NAMED = 10;

/**
 * Makes a public copy of a store: writes it under another name, adds what it lacks, looks for what must not be in it, and only then
 * gives it its name. Fails with `copy-unsafe` if it has any of that; the copy keeps the other name then.
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
  const unchecked = join(dirname(output), UNCHECKED + basename(output));
  const done = await writeChecked(path, unchecked, options);
  await moveDump(unchecked, { path: output, isForced });
  return done;
}

/** Nothing reaches the sink before all of it was checked. */
async function publishToSink<Report extends object>(
  path: string,
  { sink, extension }: Exclude<PublishOptions<Report>['output'], string>,
  options: PublishOptions<Report>,
): Promise<Report & { readonly publication: Publication }> {
  const workplace = await openWorkplace(tmpdir(), 'satchel-public-');
  try {
    const file = join(workplace.path, `copy.${extension}`);
    const done = await writeChecked(path, file, options);
    for await (const piece of readPieces(file, options.context.signal)) {
      await sink.write(piece);
    }
    return done;
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
        throw unsafeFailure(unchecked, check);
      }
      const duration = formatDuration(context.clock.now() - startedMs);
      onNote(
        `Checked ${countText(check.checkedFiles, 'file')}, ${formatSize(check.checkedBytes)}, in ${duration}${codeNote(check)}`,
      );
      return { ...written, publication: publicationOf(report, check) };
    },
  });
}

/** The files of a site that show code: the page of a repository has its README. */
const CODE =
  /^[^/]+\/[^/]+\/(?:index\.html$|(?:tree|blob|raw|wiki)[/.]|pull\/\d+(?:\.(?:diff|patch)|\/(?:files|commits)))/;

function codeNote({ inCode }: CopyCheck): string {
  const count = Object.values(inCode).reduce((sum, each) => sum + each, 0);
  return count === 0
    ? ''
    : `; the code of public repositories has ${countText(count, 'address, token or private name', 'addresses, tokens or private names')}, and is published as it is`;
}

function publicationOf(report: PublicReport, { checkedFiles, checkedBytes, inCode }: CopyCheck): Publication {
  return { ...report, checkedFiles, checkedBytes, inCode };
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
