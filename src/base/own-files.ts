import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ifPresent } from './file-failure.ts';
import { parseJson } from './json.ts';
import type { Validate } from './schema-compiler.ts';
import { openSchemas, readSchemaFolder, writeStandaloneSchemas } from './standalone-schemas.ts';

/** The files that Satchel writes and reads back, by the names of their schemas in `schemas/files`. */
type OwnFileName = 'job-state' | 'journal-line' | 'lake' | 'manifest' | 'token-limits' | 'vault-marker';

/**
 * Reads one kind of file that Satchel writes where others may write too. Nothing of it is used before it fits its schema. A
 * text in place of the content says what is wrong with the file, to be read after its name.
 */
export interface OwnFile<Content extends object> {
  /** Undefined if there is no file. Fails as the file system does. */
  read(path: string): Promise<Content | string | undefined>;
  /** For a text from elsewhere, such as object storage. */
  parse(text: string | Buffer): Content | string;
  /** For a value that was part of something else. */
  check(value: unknown): Content | string;
}

/** None of them comes near this size; a longer text may be longer than V8 permits. */
export const MAX_OWN_BYTES = 256 * 1024 * 1024;

const SCHEMA_FOLDER = new URL('../../schemas/files/', import.meta.url);

/** The compiled schemas, which the build writes; the path is the same from the source and from the built file. */
const STANDALONE = fileURLToPath(new URL('../../dist/base/own-file-schemas.cjs', import.meta.url));

/** `Content` is what the schema of this name describes. The schemas are read on first use. */
export function ownFile<Content extends object>(name: OwnFileName): OwnFile<Content> {
  let validate: Validate | undefined;
  const check = (value: unknown) => {
    validate ??= openSchemas(readSchemaFolder(SCHEMA_FOLDER), STANDALONE).validatorFor(
      `https://satchel.example/schemas/files/${name}.schema.json`,
    );
    const [violation] = validate(value);
    return violation === undefined
      ? (value as Content) // Validated by its schema.
      : `is not valid: ${violation.pointer === '' ? 'it' : violation.pointer} ${violation.message}`;
  };
  const parse = (text: string | Buffer) => {
    if (text.length > MAX_OWN_BYTES) {
      return TOO_LARGE;
    }
    const value = parseJson(text.toString());
    return value === undefined ? 'is not valid JSON' : check(value);
  };
  return {
    check,
    parse,
    async read(path) {
      const bytes = await readOwnBytes(path);
      return bytes === undefined || typeof bytes === 'string' ? bytes : parse(bytes);
    },
  };
}

const TOO_LARGE = `is larger than ${MAX_OWN_BYTES / 1024 / 1024} MiB`;

/** The bytes of such a file. A pipe would keep us waiting forever, and a huge file fill the memory. */
export async function readOwnBytes(path: string): Promise<Buffer | string | undefined> {
  const file = await ifPresent(open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)));
  if (file === undefined) {
    return undefined;
  }
  try {
    const stats = await file.stat();
    if (!stats.isFile()) {
      return 'is not a regular file';
    }
    return stats.size > MAX_OWN_BYTES ? TOO_LARGE : await file.readFile();
  } finally {
    await file.close();
  }
}

/** Writes the schemas as code, as a step of the build. */
export function writeOwnFileSchemas(): void {
  writeStandaloneSchemas(readSchemaFolder(SCHEMA_FOLDER), STANDALONE);
}
