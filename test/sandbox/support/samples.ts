import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SampleOptions } from '../../../src/sandbox/write-sample-archive.ts';

const SAMPLES_DIRECTORY = fileURLToPath(new URL('../../../samples/', import.meta.url));
const COMMAND =
  /^satchel sandbox --seed (\S+) --repositories (\d+) --issues (\d+) --generation (current|2019) --now (\S+) --output samples\/(\S+)(?: --force)?$/gm;

/** The samples as their README says that they were made; `path` is the file in the repository. */
export function readSampleCommands(): readonly SampleOptions[] {
  const text = readFileSync(`${SAMPLES_DIRECTORY}README.md`, 'utf8');
  return [...text.matchAll(COMMAND)].map(
    ([, seed = '', repositories, issues, generation, now = '', file]) => ({
      seed,
      dialect: 'service',
      generation: generation === '2019' ? '2019' : 'current',
      repositories: Number(repositories),
      issues: Number(issues),
      nowMs: Date.parse(now),
      path: `${SAMPLES_DIRECTORY}${file}`,
    }),
  );
}
