/** A value of a document. Times are texts as in RFC 3339; see `TIMES`. */
export type YamlValue = string | number | boolean | null | readonly YamlValue[] | YamlRecord;

export interface YamlRecord {
  readonly [key: string]: YamlValue;
}

/** Takes a list of records by its name, such as `issue` or `comments/5`. */
export type TakeList = (
  name: string,
  records: Iterable<YamlRecord> | AsyncIterable<YamlRecord>,
) => Promise<void>;

/** Members that hold times, which have no quotation marks: a strict reader would take them for texts. */
const TIMES: ReadonlySet<string> = new Set([
  ...['created', 'updated', 'closed', 'deadline', 'published'],
  ...['created_at', 'updated_at', 'merged_time'],
]);

/**
 * What JSON writes as it is and YAML reads otherwise: characters that are not printable, and line breaks of YAML 1.1
 * (yaml.org/spec/1.1, sections 4.1.1 and 4.2).
 */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

export function yamlItem(record: YamlRecord): string {
  return `${itemLines(record).join('\n')}\n`;
}

export function yamlDocument(record: YamlRecord): string {
  return `${recordLines(record).join('\n')}\n`;
}

function recordLines(record: YamlRecord): readonly string[] {
  return Object.entries(record).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null) {
      return [`${key}: ${typeof value === 'string' && TIMES.has(key) ? value : scalarText(value)}`];
    }
    if (!isList(value)) {
      return [`${key}:`, ...recordLines(value).map((line) => `  ${line}`)];
    }
    return value.length === 0 ? [`${key}: []`] : [`${key}:`, ...value.flatMap(itemLines)];
  });
}

function itemLines(item: YamlValue): readonly string[] {
  const isRecord = typeof item === 'object' && item !== null && !isList(item);
  const lines = isRecord ? recordLines(item) : [isList(item) ? '[]' : scalarText(item)];
  return lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`);
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}

/** A text is always quoted, as `on`, `1.0` and `2024-01-01` would not be texts. */
function scalarText(value: string | number | boolean | null): string {
  // Halves of characters, which JSON escapes and YAML refuses, become the sign for what is unreadable.
  const plain = typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd') : value;
  return JSON.stringify(plain).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
