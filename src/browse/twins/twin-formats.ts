/** Endings of the data twins of pages. */
export const TWIN_FORMATS = ['json', 'csv', 'md', 'atom'] as const;
export type TwinFormat = (typeof TWIN_FORMATS)[number];
