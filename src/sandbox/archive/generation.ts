/** Which years' fields an archive has: those of 2019, or all that are known. */
export type Generation = '2019' | 'current';
