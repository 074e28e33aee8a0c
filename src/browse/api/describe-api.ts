import { satchelVersion } from '../../base/index.ts';
import { MEDIA_TYPES } from '../formats/format-links.ts';
import { HOME } from '../match-page.ts';
import type { DataFormat, PageRow } from '../page.ts';

type Json = Readonly<Record<string, unknown>>;

/** Describes all data formats of all pages as OpenAPI 3.1 (spec.openapis.org/oas/v3.1.0). */
export function describeApi(rows: readonly PageRow[]): Json {
  const paths = rows.flatMap((row) =>
    (row.formats ?? []).map((format) => [pathOf(row, format), itemOf(row, format)]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Satchel reader',
      version: satchelVersion(),
      summary: 'The contents of the pages of the reader, for programs',
      description:
        'Every page is also available as data: append .json to its path for its facts, .csv for the rows of a list, .md for text or .atom for a feed. The API is read-only.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This reader' }],
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          required: ['error'],
          properties: { error: { type: 'string', description: 'What went wrong, in one sentence' } },
        },
      },
      responses: {
        Refusal: {
          description: 'There is no such page, or the request cannot be answered',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
    },
  };
}

function pathOf({ path }: PageRow, format: DataFormat): string {
  const named = path === '/' ? HOME : path;
  // An optional letter (`milestones?`) is only there for old addresses.
  return `${named.replace(PARAMETER, '{$1}').replace(/\w\?(?=\/|$)/g, '')}.${format}`;
}

/** Matches `:name`, `:name(pattern)` and `*name` in the table of pages. */
const PARAMETER = /[:*](\w+)(?:\(([^)]*)\))?/g;

function itemOf(row: PageRow, format: DataFormat): Json {
  return {
    get: {
      operationId: `${row.name.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}As${format[0]?.toUpperCase()}${format.slice(1)}`,
      summary: row.summary,
      tags: [row.name],
      parameters: [...pathParameters(row), ...queryParameters(row)],
      responses: {
        200: {
          description: row.summary,
          headers: {
            Link: {
              description:
                'Links to the page itself, its other formats, and the neighbouring pages of a list (RFC 8288)',
              schema: { type: 'string' },
            },
          },
          content: { [MEDIA_TYPES[format]]: { schema: { type: format === 'json' ? 'object' : 'string' } } },
        },
        default: { $ref: '#/components/responses/Refusal' },
      },
    },
  };
}

function pathParameters({ path }: PageRow): readonly Json[] {
  return [...path.matchAll(PARAMETER)].map(([whole, name, pattern]) => ({
    name,
    in: 'path',
    required: true,
    ...(whole.startsWith('*') ? { description: 'A path; its slashes are not escaped' } : {}),
    schema: pattern === '\\d+' ? { type: 'integer', minimum: 0 } : { type: 'string' },
  }));
}

/** The query parameters of lists. */
const LIST_QUERY: readonly Json[] = [
  {
    name: 'q',
    in: 'query',
    description: 'A search in the syntax of the service, such as is:open author:mira label:bug words',
    schema: { type: 'string' },
  },
  {
    name: 'after',
    in: 'query',
    description: 'Where the page starts, as given in the Link header of the previous page',
    schema: { type: 'string' },
  },
  {
    name: 'per_page',
    in: 'query',
    description: 'The number of rows on a page',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
];

function queryParameters({ formats }: PageRow): readonly Json[] {
  return formats?.includes('csv') === true ? LIST_QUERY : [];
}
