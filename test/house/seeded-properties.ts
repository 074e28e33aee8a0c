import fc from 'fast-check';

// `npm test` checks a change, so it uses the same cases each time; the long run looks for new ones.
if (process.env['SATCHEL_TEST_LONG'] !== '1') {
  fc.configureGlobal({ seed: 20_260_601 });
}
