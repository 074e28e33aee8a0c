import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { list } from 'tar';
import { END_MARKER, makeEntry, makeLongNameEntry, type TarPart } from '../../archive/support/make-tar.ts';
import { CURRENT } from '../../house/samples.ts';
import { HOSTILE, poisonAll, poisonRecord } from './hostile-texts.ts';

/** A NUL would end the name in a tar. */
const HOSTILE_NAME = HOSTILE.replace('\0', '');

const RECORD_FILE = /^(?:\.\/)?[a-z_]+_\d+\.json$/;

/**
 * Writes the sample archive with hostile text in its records and in the names of its entries. With `some`, the records
 * remain valid; with `all`, every string and every name of a member is hostile, and hardly any record is valid.
 */
export async function writeHostileArchive(path: string, extent: 'some' | 'all'): Promise<void> {
  const poison = extent === 'all' ? poisonAll : (records: unknown) => poisonRecord(records);
  const poisonText = (text: string) => JSON.stringify(poison(JSON.parse(text)));
  const parts: readonly TarPart[] = [
    { name: './schema.json', body: JSON.stringify(poison({ version: '1.0.1', github_sha: '0' })) },
    ...(await readSample()).map(({ name, body }) =>
      RECORD_FILE.test(name)
        ? { name, body: poisonText(Buffer.from(body).toString()) }
        : { name: poisonName(name), body },
    ),
    { name: `strange${HOSTILE_NAME}_000001.json`, body: poisonText('[{"type":"strange","url":"x"}]') },
    { name: 'gadgets_000001.json', body: poisonText('[{"type":"gadget","url":"x","title":"x"}]') },
    { name: 'broken_000001.json', body: `[{"type":"broken","url":"${HOSTILE}` },
    { name: `nowhere/${HOSTILE_NAME}.txt`, body: HOSTILE },
    { name: `${HOSTILE_NAME}/link`, type: 'SymbolicLink', linkpath: `/etc/${HOSTILE_NAME}` },
    { name: `../${HOSTILE_NAME}`, body: HOSTILE },
  ];
  const entries = parts.map((part) =>
    Buffer.byteLength(part.name) > 99 ? makeLongNameEntry(part) : makeEntry(part),
  );
  await writeFile(path, gzipSync(Buffer.concat([...entries, END_MARKER])));
}

/** Inserts hostile text in names of files that users chose, and of the folders of repositories. */
function poisonName(name: string): string {
  return name.replace(/([^/]+)(\.git\/|$)/, (_, own: string, end: string) => `${own}${HOSTILE_NAME}${end}`);
}

async function readSample(): Promise<readonly { readonly name: string; readonly body: Uint8Array }[]> {
  const reading: Promise<{ readonly name: string; readonly body: Uint8Array }>[] = [];
  await list({
    file: CURRENT,
    onReadEntry(entry) {
      const { type, path: name } = entry;
      if (type === 'File' && !name.endsWith('schema.json')) {
        reading.push(entry.concat().then((body) => ({ name, body })));
      }
    },
  });
  return await Promise.all(reading);
}
