/** Third-party packages that exist in no registry. */
export const DEPENDENCIES = [
  'argument-otter',
  'calm-http',
  'date-pebble',
  'ember-cache',
  'hedge-parser',
  'lintel-tests',
  'plain-sql-kit',
  'quiet-logger',
] as const;

/** The licence that all invented projects share. */
export const LICENSE_TEXT = `MIT License

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files, to deal in the software without restriction, subject to this notice being included in all
copies or substantial portions of the software.

The software is provided "as is", without warranty of any kind, express or implied.
`;
