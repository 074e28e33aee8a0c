import { access, readFile, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, resolve } from 'node:path';
import { type Environment, Failure, fileFailure, namedHome, userDirectory } from '../base/index.ts';
import type { Configuration, JobSettings } from './configuration.ts';
import { type Complaint, judgeConfiguration, type TimeJudges } from './judge-configuration.ts';
import { readJson } from './read-json.ts';
import { readToml } from './read-toml.ts';
import { readYaml } from './read-yaml.ts';
import { type PlacedDocument, placeOfPointer, type TextFault } from './text-place.ts';
import { type ConfigurationFile, toConfiguration } from './to-configuration.ts';

const FILE_NAMES = ['satchel.yaml', 'satchel.yml', 'satchel.toml', 'satchel.json'] as const;

/** No person writes more. */
const MAX_BYTES = 1024 * 1024;

const READERS: Readonly<Record<string, (text: string) => PlacedDocument | readonly TextFault[]>> = {
  '.yaml': readYaml,
  '.yml': readYaml,
  '.toml': readToml,
  '.json': readJson,
};

/** Something wrong, and where it stands. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  /** JSON pointer to the member; empty for what is wrong with the text. */
  readonly pointer: string;
  readonly message: string;
}

/** A configuration, or all that is wrong with it. */
export interface ConfigurationReading {
  readonly path: string;
  readonly configuration?: Configuration;
  readonly problems: readonly Problem[];
}

/** Says what is wrong with a job that a backup would refuse. */
export type JudgeJob = (job: JobSettings) => Promise<readonly Complaint[]>;

interface ReadOptions extends TimeJudges {
  readonly env: Environment;
  readonly judgeJob?: JudgeJob;
}

/** Reads a configuration and everything that is wrong with it. Fails with `absent` where there is no such file. */
export async function examineConfiguration(
  path: string,
  options: ReadOptions,
): Promise<ConfigurationReading> {
  const read = READERS[extname(path).toLowerCase()];
  if (read === undefined) {
    throw new Failure(
      'usage',
      `Cannot read the configuration "${path}": its name must end in .yaml, .toml or .json`,
    );
  }
  const found = read(await readText(path));
  if (!('value' in found)) {
    return { path, problems: found.map((fault) => ({ ...fault, pointer: '' })) };
  }
  const { value, places } = found;
  const placed = (complaint: Complaint) => ({ ...placeOfPointer(places, complaint.pointer), ...complaint });
  const problems = judgeConfiguration(value, options).map(placed);
  if (problems.length > 0) {
    return { path, problems };
  }
  // The schema has proved the form.
  const configuration = toConfiguration(value as ConfigurationFile, {
    path: resolve(path),
    env: options.env,
  });
  const refused: Complaint[] = [];
  for (const job of configuration.jobs) {
    refused.push(...((await options.judgeJob?.(job)) ?? []));
  }
  return refused.length > 0 ? { path, problems: refused.map(placed) } : { path, problems: [], configuration };
}

/** Reads a configuration that must be right: fails with `configuration-wrong` and the first thing that is not. */
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
 * Where a configuration may lie, best place first: the user's configuration folder, then those of the machine (XDG base
 * directory specification), on Windows the application data. Never the current directory: a file that somebody else put
 * there could name commands.
 */
export function configurationPlaces(env: Environment): readonly string[] {
  return foldersIn(env).flatMap((folder) => FILE_NAMES.map((name) => join(folder, name)));
}

/** The file that is there, or undefined where there is none. */
export async function findConfiguration(env: Environment): Promise<string | undefined> {
  for (const path of configurationPlaces(env)) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) {
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
