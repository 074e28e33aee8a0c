import { invariant } from '../../base/failure.ts';
import { Failure } from '../../model/failure.ts';
import { HOME } from '../match-page.ts';
import { DATA_FORMATS, type DataFormat, type OpenedPage } from '../page.ts';
import { readQualities } from './encode-answers.ts';

/** The media types of the data formats. */
export const MEDIA_TYPES: Readonly<Record<DataFormat, string>> = {
  json: 'application/json',
  md: 'text/markdown',
};

/** The path of a page's data format. */
export function formatPath(path: string, format: DataFormat): string {
  return `${path === '/' ? HOME : path.replace(/\/$/, '')}.${format}`;
}

/**
 * The data format that a client prefers to the page, by its `Accept` header (RFC 9110, 12.5.1); undefined for the page,
 * which is also for clients that accept nothing of what there is.
 */
export function negotiateFormat(
  accept: string | null,
  formats: readonly DataFormat[],
): DataFormat | undefined {
  const accepted = readQualities(accept ?? '*/*');
  const qualityOf = (type: string) =>
    accepted.get(type) ?? accepted.get(type.replace(/\/.*$/, '/*')) ?? accepted.get('*/*') ?? 0;
  let best: { readonly format: DataFormat | undefined; readonly quality: number } = {
    format: undefined,
    quality: qualityOf('text/html'),
  };
  for (const format of DATA_FORMATS.filter((name) => formats.includes(name))) {
    const quality = qualityOf(MEDIA_TYPES[format]);
    best = quality > best.quality ? { format, quality } : best;
  }
  return best.format;
}

/** Responds with a page's facts, or with its text as Markdown. */
export function answerFormat({ facts, text }: OpenedPage, format: DataFormat): Response {
  const body = format === 'json' ? `${JSON.stringify(facts, null, 2)}\n` : text?.();
  invariant(body !== undefined, 'only pages with a text are available as Markdown');
  const variant = format === 'md' ? '; variant=GFM' : '';
  return new Response(body, {
    headers: {
      'Content-Type': `${MEDIA_TYPES[format]}; charset=utf-8${variant}`,
      // Opened in a browser tab, it loads and runs nothing.
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  });
}

/** A failure in the requested data format. */
export function answerFailure(format: DataFormat, error: unknown, status: number): Response {
  const isKnown = error instanceof Failure && error.code !== 'internal';
  const { message, commandHint: hint } = isKnown
    ? error
    : { message: 'An internal error occurred', commandHint: '' };
  if (format === 'json') {
    return Response.json({ error: message, hint }, { status });
  }
  const text = `${hint === '' ? message : `${message}. ${hint}`}\n`;
  return new Response(text, {
    status,
    headers: { 'Content-Type': `${MEDIA_TYPES[format]}; charset=utf-8` },
  });
}
