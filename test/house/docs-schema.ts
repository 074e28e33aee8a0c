import { fileURLToPath } from 'node:url';
import { capitalized } from '../../src/base/text-ends.ts';
import { backupSettings } from '../../src/model/backup-settings.table.ts';
import type { Setting, SettingKind } from '../../src/model/settings.ts';

/** An object of the schema of configurations. */
interface Section {
  readonly properties: Readonly<Record<string, object>>;
}

/** How the values of a kind look in a configuration. */
const SHAPES: Readonly<Record<Exclude<SettingKind, 'choice' | 'choices' | 'migrationId'>, object>> = {
  switch: { type: 'boolean' },
  text: { type: 'string', minLength: 1 },
  texts: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
  path: { $ref: '#/$defs/path' },
  paths: { type: 'array', items: { $ref: '#/$defs/path' }, minItems: 1 },
  names: { $ref: '#/$defs/names' },
  number: { type: 'integer', minimum: 0 },
  count: { type: 'integer', minimum: 1 },
  keepCount: { $ref: '#/$defs/keepCount' },
  size: { $ref: '#/$defs/size' },
  rate: { $ref: '#/$defs/size' },
  span: { $ref: '#/$defs/span' },
  calendarSpan: { $ref: '#/$defs/calendarSpan' },
  moment: { $ref: '#/$defs/moment' },
  percent: { $ref: '#/$defs/percent' },
};

export const SCHEMA_PATH = fileURLToPath(new URL('../../schemas/config.schema.json', import.meta.url));

interface SchemaFile {
  readonly $defs: Readonly<Record<string, object>>;
}

/** The schema of configurations with what the tables of settings say of jobs. */
export function withSettings(schema: SchemaFile): SchemaFile {
  const defs = new Map(Object.entries(schema.$defs));
  const add = (section: string, name: string, shape: object) => {
    const { properties, ...rest } = defs.get(section) as Section; // It is an object with settings.
    defs.set(section, { ...rest, properties: { ...properties, [name]: shape } });
  };
  const left: string[] = [];
  for (const setting of backupSettings()) {
    const [first = '', second] = setting.job?.split('.') ?? [];
    if (first === 'leave_out') {
      left.push(second ?? '');
    } else if (setting.job !== null) {
      add(second === undefined ? 'job' : first, second ?? first, shapeOf(setting));
    }
  }
  const description = 'What the archive does not contain.';
  add('job', 'leave_out', { type: 'array', description, items: { enum: left } });
  return { ...schema, $defs: Object.fromEntries(defs) };
}

function shapeOf({ kind, choices, value = '', emptyChoice, text, sentence }: Setting): object {
  const description = sentence ?? `${capitalized(text)}.`;
  if (kind === 'choice' || kind === 'choices' || kind === 'migrationId') {
    const isList = kind === 'choices' || value.endsWith('...>');
    const least = emptyChoice === undefined ? {} : { minItems: 1 };
    return isList
      ? { type: 'array', ...least, items: { enum: choices }, description }
      : { enum: choices, description };
  }
  return { ...SHAPES[kind], description };
}
