import { isJsonObject } from '../base/json.ts';
import { quoteText } from '../base/terminal-text.ts';
import type { ArchiveLimits } from '../model/archive-limits.table.ts';
import { messageOf } from '../model/failure.ts';
import type { FindingCode } from '../model/findings.table.ts';
import { createFinding } from '../model/findings.ts';
import type { ArchiveEvent } from './archive-event.ts';
import type { ArchiveSchemas, DocumentName } from './kind-schemas.ts';
import type { BodyTaker } from './tar-reader.ts';

/** The file schema.json or urls.json in an archive. */
export interface DocumentEntry {
  readonly entryName: string;
  readonly document: DocumentName;
}

interface CollectOptions extends DocumentEntry {
  readonly limits: ArchiveLimits;
  readonly emit: (event: ArchiveEvent) => void;
  /** Called with the bytes of a document that is complete and not too large. */
  readonly onDocument: (bytes: Buffer) => void;
}

/** Collects the bytes of a document. */
export function openDocument({ entryName, limits, emit, onDocument }: CollectOptions): BodyTaker {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  return {
    write(chunk) {
      sizeBytes += chunk.length;
      if (sizeBytes <= limits.documentBytes) {
        chunks.push(chunk);
      }
    },
    end(isWhole) {
      if (sizeBytes > limits.documentBytes) {
        const fault = `it has more than ${limits.documentBytes} bytes`;
        emit({ type: 'finding', finding: faultOf(entryName, 'limit-exceeded', fault) });
      } else if (isWhole) {
        onDocument(Buffer.concat(chunks));
      }
    },
  };
}

interface ValidatorOptions extends DocumentEntry {
  readonly schemas: ArchiveSchemas;
  readonly emit: (event: ArchiveEvent) => void;
}

/** Parses a document, validates it and emits it. */
export function validateDocument(
  bytes: Buffer,
  { entryName, document, schemas, emit }: ValidatorOptions,
): void {
  const report = (code: FindingCode, fault: string, pointer?: string) =>
    emit({ type: 'finding', finding: faultOf(entryName, code, fault, pointer) });
  const source = bytes.toString().replace(/^\ufeff/, '');
  const value = parse(source, (message) => report('schema-file-invalid', message));
  if (value === undefined) {
    return;
  }
  if (!isJsonObject(value)) {
    report('schema-file-invalid', 'found no JSON object');
    return;
  }
  for (const { pointer, message } of schemas.validatorFor(document)?.(value) ?? []) {
    report('schema-file-invalid', `${pointer} ${message}`, pointer);
  }
  const version = value['version'];
  if (document === 'schema' && typeof version === 'string' && !version.startsWith('1.')) {
    const fault = `the format version is ${version}; it was read as version 1`;
    report('format-version-unknown', fault, '/version');
  }
  emit({ type: 'document', entryName, value, source });
}

function parse(source: string, onFault: (message: string) => void): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    onFault(messageOf(error));
    return undefined;
  }
}

function faultOf(
  entryName: string,
  code: FindingCode,
  fault: string,
  pointer?: string,
): ReturnType<typeof createFinding> {
  const place = pointer === undefined ? { entryName } : { entryName, pointer };
  return createFinding(code, `In ${quoteText(entryName)}: ${fault}`, place);
}
