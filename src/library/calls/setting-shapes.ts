import type { BackupChoices } from '../../../schemas/library/backup-choices.d.ts';
import { definedMembers } from '../../base/json.ts';
import { BACKUP_SETTINGS } from '../../model/backup-settings.table.ts';
import type { Setting, SettingKind } from '../../model/settings.ts';
import { BACKUP_NAMES } from './backup-names.table.ts';
import { pathOf } from './check-arguments.ts';
import {
  AMOUNT,
  COUNT,
  COUNT_OR_ALL,
  FLAG,
  ID,
  listOf,
  objectOf,
  oneOf,
  PATH,
  POSITIVE,
  SHARE,
  type Shape,
  type ShapesOf,
  TEXT,
} from './shapes.ts';

const SPAN = objectOf({ years: COUNT, months: COUNT, days: COUNT, hours: COUNT });

const KINDS: Readonly<Record<Exclude<SettingKind, 'choice' | 'choices'>, Shape>> = {
  switch: FLAG,
  text: TEXT,
  texts: listOf(TEXT),
  path: PATH,
  paths: listOf(PATH),
  names: listOf(TEXT),
  number: COUNT,
  count: COUNT,
  keepCount: COUNT_OR_ALL,
  size: AMOUNT,
  rate: POSITIVE,
  span: AMOUNT,
  calendarSpan: SPAN,
  moment: TEXT,
  percent: SHARE,
  migrationId: ID,
};

/** The shapes of the settings of a backup, by their names in programs. */
export const SETTING_SHAPES = Object.fromEntries(
  Object.entries<Setting>(BACKUP_SETTINGS).map(([own, setting]) => [
    Object.entries(BACKUP_NAMES).find(([, name]) => name === own)?.[0] ?? own,
    shapeOf(setting),
  ]),
) as ShapesOf<BackupChoices>; // The type is made from the same table.

function shapeOf({ kind, choices = [], value = '' }: Setting): Shape {
  if (kind !== 'choice' && kind !== 'choices') {
    return KINDS[kind];
  }
  return kind === 'choices' || value.endsWith('...>') ? listOf(oneOf(choices)) : oneOf(choices);
}

/** Settings as the rooms know them: files as paths, spans with all members. */
export function plainSettings<Settings extends object>(given: Settings) {
  const plain = Object.entries(given).map(([name, value]) => [name, plainOf(value)]);
  return definedMembers(Object.fromEntries(plain) as Settings); // The same names.
}

function plainOf(value: unknown): unknown {
  if (value instanceof URL) {
    return pathOf('read the file', value);
  }
  if (Array.isArray(value)) {
    return value.map(plainOf);
  }
  return typeof value === 'object' && value !== null
    ? { years: 0, months: 0, days: 0, hours: 0, ...definedMembers(value) }
    : value;
}
