import fc from 'fast-check';
import { afterAll } from 'vitest';
import { endFile } from './afterwards.ts';
import { IS_LONG } from './long-run.ts';
import './quick-bytes.ts'; // Executed once in a process; this file is executed before each test file.

// `npm test` checks a change, so it uses the same cases each time; the long run looks for new ones.
if (!IS_LONG) {
  fc.configureGlobal({ seed: 20_260_601 });
}

afterAll(endFile, 300_000); // A busy disk takes minutes for 100,000 files.
