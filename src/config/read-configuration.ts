import { access, readFile, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, resolve } from 'node:path';
import { fileFailure } from '../base/file-failure.ts';
import { type Environment, namedHome, userDirectory } from '../base/user-directories.ts';
import { Failure } from '../model/failure.ts';
import { type Complaint, checkConfiguration, type TimeChecks } from './check-configuration.ts';
import type { Configuration, JobSettings } from './configuration.ts';
import { placeOfPointer, readDocument } from './read-document.ts';
import { type ConfigurationFile, toConfiguration } from './to-configuration.ts';

const FILE_NAMES = ['satchel.yaml', 'satchel.yml', 'satchel.json'] as const;

const ENDINGS: ReadonlySet<string> = new Set(FILE_NAMES.map((name) => extname(name)));

const MAX_BYTES = 1024 * 1024;

/** An error with its position. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  /** JSON pointer to the member; empty for a syntax error. */
  readonly pointer: string;
  readonly message: string;
}

export interface ConfigurationReading {
  readonly path: string;
  readonly configuration?: Configuration;
  readonly problems: readonly Problem[];
}

interface ReadOptions extends TimeChecks {
  readonly env: Environment;
  /** Finds errors of a job that would make its backup fail. */
  readonly checkJob?: ((job: JobSettings) => Promise<readonly Complaint[]>) | undefined;
}

/** Reads a configuration, or finds all of its errors. Fails with `absent` if there is no such file. */
export async function examineConfiguration(
  path: string,
  options: ReadOptions,
): Promise<ConfigurationReading> {
  if (!ENDINGS.has(extname(path).toLowerCase())) {
    throw new Failure(
      'usage',
      `Cannot read the configuration "${path}": its name must end in .yaml, .yml or .json`,
    );
  }
  const found = readDocument(await readText(path));
  if (!('value' in found)) {
    return { path, problems: found.map((fault) => ({ ...fault, pointer: '' })) };
  }
  const { value, places } = found;
  const placed = (complaint: Complaint) => ({ ...placeOfPointer(places, complaint.pointer), ...complaint });
  const problems = checkConfiguration(value, options).map(placed);
  if (problems.length > 0) {
    return { path, problems };
  }
  // Validated by the schema.
  const configuration = toConfiguration(value as ConfigurationFile, {
    path: resolve(path),
    env: options.env,
  });
  const refused: Complaint[] = [];
  for (const job of configuration.jobs) {
    refused.push(...((await options.checkJob?.(job)) ?? []));
  }
  return refused.length > 0 ? { path, problems: refused.map(placed) } : { path, problems: [], configuration };
}

/** Reads a configuration; fails with `configuration-wrong` and the first error if it is not valid. */
export async function readConfiguration(path: string, options: ReadOptions): Promise<Configuration> {
  const { configuration, problems } = await examineConfiguration(path, options);
  const [first] = problems;
  if (configuration === undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    throw new Failure(
      'configuration-wrong',
      `Cannot use the configuration "${path}": line ${first?.line}, column ${first?.column}: ${first?.message}${more}`,
      { details: { problems } },
    );
  }
  return configuration;
}

async function readText(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) {
      throw new Failure(
        'configuration-wrong',
        `Cannot read the configuration "${path}": it is larger than ${MAX_BYTES} bytes`,
      );
    }
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw fileFailure(error, 'read the configuration', path);
  }
}

/**
 * The paths where a configuration is looked for, in order: the user's configuration folder, then the machine's (XDG base
 * directory specification); on Windows, the application data. Never the current directory, because a file that another
 * user put there could contain commands.
 */
export function configurationPlaces(env: Environment): readonly string[] {
  return foldersIn(env).flatMap((folder) => FILE_NAMES.map((name) => join(folder, name)));
}

/** The first existing path; undefined if there is none. */
export async function findConfiguration(env: Environment): Promise<string | undefined> {
  for (const path of configurationPlaces(env)) {
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) {
      return path;
    }
  }
  return undefined;
}

function foldersIn(env: Environment): readonly string[] {
  const own = userDirectory('configuration', { env, home: namedHome(env) }) ?? [];
  const shared = process.platform === 'win32' ? [] : (env['XDG_CONFIG_DIRS'] || '/etc/xdg').split(':');
  return [own, shared.filter(isAbsolute).map((folder) => join(folder, 'satchel'))].flat();
}
