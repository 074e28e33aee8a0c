import fc from 'fast-check';

// `npm test` judges a change, so it tries the same cases each time; the long run goes looking for new ones.
if (process.env['SATCHEL_TEST_LONG'] !== '1') {
  fc.configureGlobal({ seed: 20_260_601 });
}
