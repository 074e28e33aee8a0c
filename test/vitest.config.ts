import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { HeavyFirst } from './house/heavy-first.ts';
import { IS_LONG } from './house/long-run.ts';
import { meetPackedProgram } from './house/packed-program.ts';
import { SMALL_WORKERS } from './house/small-workers.ts';

/** The full campaigns take minutes a test; the sampled ones that `npm test` runs do not. */
const TIMEOUT_MS = IS_LONG ? 1_800_000 : 180_000;

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [meetPackedProgram],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/house/packed-program.ts'],
    setupFiles: ['test/house/prepare-file.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: 60_000,
    pool: SMALL_WORKERS,
    execArgv: ['--single-threaded-gc'], // V8's helper threads compete with the other workers.
    // One more than the cores of a small machine: tests wait for processes, disks and timers a sixth of the time.
    maxWorkers: 3,
    // Modules do nothing when they are imported and keep no state, so that files can share them: importing them anew
    // for each of four hundred files would take as long as a third of the tests.
    isolate: false,
    sequence: { sequencer: HeavyFirst },
    reporters: ['default', './test/house/counting-reporter.ts', './test/spec/claims-reporter.ts'],
  },
});
