/** What a thread that reads records may take. They live for one batch: a small nursery costs no time, and saves 20 MB. */
export const READER_MEMORY = { maxYoungGenerationSizeMb: 16 } as const;
