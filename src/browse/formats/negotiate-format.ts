import { DATA_FORMATS, type DataFormat } from '../page.ts';
import { readQualities } from '../serve/encode-answers.ts';
import { MEDIA_TYPES } from './format-links.ts';

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
