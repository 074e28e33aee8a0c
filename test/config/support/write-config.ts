import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { examineConfiguration } from '../../../src/config/read-configuration.ts';
import { longestPauseMs } from '../../../src/schedule/longest-pause.ts';
import { readRunTimes } from '../../../src/schedule/run-times.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

/** Writes a configuration into a directory of its own; gives its path. */
export async function writeConfig(text: string, ending = '.yaml'): Promise<string> {
  const path = join(temporaryFolder(), `satchel${ending}`);
  await writeFile(path, text);
  return path;
}

/** What is found in a text: each problem as a person would see it. */
export async function examine(text: string, ending = '.yaml') {
  const reading = await examineConfiguration(await writeConfig(text, ending), {
    env: { HOME: '/home/mira' },
    longestPauseMs,
    checkTimes: (expressions, zone) => {
      try {
        readRunTimes(expressions, zone ?? 'UTC');
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  });
  return {
    ...reading,
    lines: reading.problems.map(({ line, column, message }) => `${line}:${column} ${message}`),
  };
}
