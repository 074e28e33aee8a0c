// @ts-check
/** Makes `schemas/library/backup-choices.d.ts`: the settings of a backup as programs name them, from their table. */

const HEAD = `// Made from the table of settings by \`npm run docs\`.

/** A calendar span such as \`{ days: 90 }\`, in which the length of months and years varies; what is left out is 0. */
export interface CalendarSpan {
  readonly years?: number | undefined;
  readonly months?: number | undefined;
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
}
`;

/** Types of settings by their kinds; those of choices are unions of them. */
const TYPES = {
  switch: 'boolean',
  text: 'string',
  texts: 'readonly string[]',
  path: 'string | URL',
  paths: 'readonly (string | URL)[]',
  names: 'readonly string[]',
  number: 'number',
  count: 'number',
  keepCount: 'number',
  size: 'number',
  rate: 'number',
  span: 'number',
  calendarSpan: 'CalendarSpan',
  moment: 'string',
  percent: 'number',
  migrationId: 'number | string',
};

/**
 * The module with the interface.
 *
 * @param {Readonly<Record<string, import('../src/model/settings.ts').Setting>>} table
 * @param {Readonly<Record<string, string>>} names the names in the table by those in programs, where they differ
 */
export function backupChoices(table, names) {
  const nameOf = new Map(Object.entries(names).map(([name, own]) => [own, name]));
  const members = Object.entries(table)
    .filter(([own]) => own !== 'vault')
    .map(([own, setting]) => {
      const text = textOf(setting);
      return `  /** ${text} */\n  readonly ${nameOf.get(own) ?? own}?: ${typeOf(setting)} | undefined;\n`;
    });
  return `${HEAD}\n/** What a backup exports, keeps and removes. */\nexport interface BackupChoices {\n${members.join('')}}\n`;
}

/**
 * What programs give differs from what people type.
 *
 * @param {import('../src/model/settings.ts').Setting} setting
 */
function textOf({ text, sentence, default: isOn }) {
  const whole = sentence ?? `${isOn ? 'False: ' : ''}${text}.`;
  const plain = whole
    .replace(/, with exit code \d+/, ' (`still-pending`)')
    .replace(', or "unlimited"', ', or Infinity for all')
    .replace(/: 1y6m, 90d, 36h|, such as 2MiB/, '')
    .replaceAll(/(\d+)%/g, (/** @type {string} */ _whole, /** @type {string} */ percent) =>
      String(Number(percent) / 100),
    );
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

/** @param {import('../src/model/settings.ts').Setting} setting */
function typeOf({ kind, choices = [], value = '' }) {
  if (kind !== 'choice' && kind !== 'choices') {
    return TYPES[kind];
  }
  const union = choices.map((choice) => `'${choice}'`).join(' | ');
  return kind === 'choices' || value.endsWith('...>') ? `readonly (${union})[]` : union;
}
