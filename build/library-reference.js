// @ts-check
/** Makes `docs/reference/library/`: a page for each part of the library, from its declarations and their comments. */

/** A declaration of the file that API Extractor writes, with its comment. */
const DECLARATION =
  /^(?:\/\*\*\n?([\s\S]*?)\*\/\n)?export declare (?:abstract )?(async function|function|class|const|interface|type) (\w+)[\s\S]*?\n(?=\n(?:\/\*\*|export|declare)|$)/gm;

/** A name that is exported by a part. */
const EXPORT = /^export (?:type )?\{ ([^}]*) \} from/gm;

/**
 * @param {string} declarations those of all parts
 * @param {Readonly<Record<string, string>>} doors those of each part, which only name declarations
 * @param {{ readonly name: string, readonly title: string }} part
 */
export function libraryReference(declarations, doors, { name, title }) {
  const names = new Set(namesIn(doors[name] ?? ''));
  /** The section of each name. */
  const places = new Map(
    Object.entries(doors).flatMap(([part, door]) =>
      namesIn(door).map((own) => [own, `${part === name ? '' : `${part}.md`}#${own.toLowerCase()}`]),
    ),
  );
  const found = [...declarations.replaceAll('\r', '').matchAll(DECLARATION)].filter(([, , , own = '']) =>
    names.has(own),
  );
  const isType = (/** @type {RegExpExecArray} */ [, , kind = '']) => kind === 'interface' || kind === 'type';
  const values = found.filter((row) => !isType(row));
  return [
    '<!-- Made from the comments in the code by `npm run docs`. -->',
    `# satchel/${name}`,
    title,
    `Functions and values: ${linksTo(values)}.`,
    `Types: ${linksTo(found.filter(isType))}.`,
    '## Functions and values',
    ...values.map((row) => section(row, places)),
    '## Types',
    ...found.filter(isType).map((row) => section(row, places)),
    '',
  ].join('\n\n');
}

function namesIn(/** @type {string} */ door) {
  return [...door.matchAll(EXPORT)].flatMap(([, list = '']) =>
    list.split(/,\s*/).map((name) => name.replace(/^type /, '').trim()),
  );
}

/** Links to the sections of names. */
function linksTo(/** @type {readonly RegExpExecArray[]} */ rows) {
  return rows.map(([, , , name = '']) => `[${name}](#${name.toLowerCase()})`).join(', ');
}

/**
 * @param {RegExpExecArray} row
 * @param {ReadonlyMap<string, string>} places
 */
function section([whole, comment = '', , name = ''], places) {
  const code = whole.slice(whole.indexOf('export declare')).replace('export declare ', '').trim();
  const text = comment
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, '').trimEnd())
    .join('\n')
    .trim();
  const [prose = '', example] = text.split(/^@example\n/m);
  const linked = prose
    .trim()
    .replaceAll(/\bspecification (\d[\d.]*\d|\d)/g, '[specification $1](../../service.md)');
  const parts = [
    `### ${name}`,
    linked,
    ...(example === undefined ? [] : [`\`\`\`ts\n${example.trim()}\n\`\`\``]),
    `\`\`\`ts\n${code}\n\`\`\``,
    mentioned(code, name, places),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * Links to what a declaration mentions.
 *
 * @param {string} code
 * @param {string} own
 * @param {ReadonlyMap<string, string>} places
 */
function mentioned(code, own, places) {
  const names = new Set(code.replaceAll(/\/\*[\s\S]*?\*\/|'[^']*'/g, '').match(/\b[A-Z]\w+\b/g) ?? []);
  const links = [...names]
    .filter((name) => name !== own && places.has(name))
    .map((name) => `[${name}](${places.get(name)})`);
  return links.length === 0 ? '' : `See ${links.join(', ')}.`;
}
