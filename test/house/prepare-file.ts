import fc from 'fast-check';
import './quick-bytes.ts'; // Executed once in a process; this file is executed before each test file.

// `npm test` checks a change, so it uses the same cases each time; the long run looks for new ones.
if (process.env['SATCHEL_TEST_LONG'] !== '1') {
  fc.configureGlobal({ seed: 20_260_601 });
}
