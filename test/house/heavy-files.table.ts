/** Test files that take five seconds or more in a normal run, and how many: roughly, only their order counts. */
export const HEAVY_FILES: Readonly<Record<string, number>> = {
  'test/browse/browser/pages.test.ts': 30,
};
