import type { JsonObject } from '../base/json.ts';

/** The programs that write archives in this format, as far as archives can be told apart. */
export type Exporter = 'service' | 'gl-exporter' | 'bbs-exporter' | 'gh-bbc-exporter' | 'unknown';

/** The parts of an archive that identify the program that wrote it. */
export interface ExporterTraces {
  readonly schemaDocument: JsonObject | undefined;
  readonly urlsDocument: JsonObject | undefined;
  readonly logNames: readonly string[];
}

const TRAITS: readonly { readonly exporter: Exporter; readonly fits: (traces: ExporterTraces) => boolean }[] =
  [
    { exporter: 'service', fits: ({ schemaDocument }) => schemaDocument?.['github_sha'] !== undefined },
    {
      exporter: 'gl-exporter',
      fits: ({ logNames }) => logNames.some((name) => name.includes('gl-exporter')),
    },
    {
      exporter: 'gl-exporter',
      fits: ({ urlsDocument }) => templateOf(urlsDocument).includes('/merge_requests/'),
    },
    {
      exporter: 'bbs-exporter',
      fits: ({ urlsDocument }) => templateOf(urlsDocument).includes('/pull-requests/'),
    },
    { exporter: 'gh-bbc-exporter', fits: ({ schemaDocument }) => schemaDocument?.['version'] === '1.0.1' },
  ];

/** Guesses which program wrote an archive; the first matching trait decides. */
export function guessExporter(traces: ExporterTraces): Exporter {
  return TRAITS.find(({ fits }) => fits(traces))?.exporter ?? 'unknown';
}

function templateOf(urlsDocument: JsonObject | undefined): string {
  const template = urlsDocument?.['pull_request'];
  return typeof template === 'string' ? template : '';
}
