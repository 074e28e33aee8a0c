/** Whether this is the long run (`npm run test:long`), which goes through every campaign in full; `npm test` samples them. */
export const IS_LONG = process.env['SATCHEL_TEST_LONG'] === '1';
