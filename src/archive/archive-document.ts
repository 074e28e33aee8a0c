import { isJsonObject, messageOf, quoteText } from '../base/index.ts';
import { type ArchiveLimits, createFinding, type FindingCode } from '../model/index.ts';
import type { ArchiveEvent } from './archive-event.ts';
import type { ArchiveSchemas, DocumentName } from './archive-schemas.ts';
import type { BodyTaker } from './one-tar.ts';

interface DocumentOptions {
  readonly entryName: string;
  readonly document: DocumentName;
  readonly limits: ArchiveLimits;
  readonly schemas: ArchiveSchemas;
  readonly emit: (event: ArchiveEvent) => void;
}

/** Takes schema.json or urls.json whole, judges it and emits it. */
export function openDocument({ entryName, document, limits, schemas, emit }: DocumentOptions): BodyTaker {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;

  function report(code: FindingCode, fault: string, pointer?: string): void {
    const place = pointer === undefined ? { entryName } : { entryName, pointer };
    emit({ type: 'finding', finding: createFinding(code, `In ${quoteText(entryName)}: ${fault}`, place) });
  }

  function judge(value: unknown): void {
    if (!isJsonObject(value)) {
      report('schema-file-invalid', 'found no JSON object');
      return;
    }
    for (const { pointer, message } of schemas.validatorFor(document)?.(value) ?? []) {
      report('schema-file-invalid', `${pointer} ${message}`, pointer);
    }
    const version = value['version'];
    if (document === 'schema' && typeof version === 'string' && !version.startsWith('1.')) {
      report(
        'format-version-unknown',
        `the format version is ${version}; it was read like version 1`,
        '/version',
      );
    }
    emit({ type: 'document', entryName, value });
  }

  return {
    write(chunk) {
      sizeBytes += chunk.length;
      if (sizeBytes <= limits.documentBytes) {
        chunks.push(chunk);
      }
    },
    end(isWhole) {
      if (sizeBytes > limits.documentBytes) {
        report('limit-exceeded', `it has more than ${limits.documentBytes} bytes`);
      } else if (isWhole) {
        try {
          judge(
            JSON.parse(
              Buffer.concat(chunks)
                .toString()
                .replace(/^\ufeff/, ''),
            ),
          );
        } catch (error) {
          report('schema-file-invalid', messageOf(error));
        }
      }
    },
  };
}
