import type { CalendarSpan } from './calendar-span.ts';
import type { MigrationId } from './migrations.ts';

/** The value of each kind of setting. Times are in milliseconds, sizes and rates in bytes, shares from 0 to 1. */
export interface SettingValues {
  readonly switch: boolean;
  readonly text: string;
  readonly texts: readonly string[];
  readonly path: string;
  readonly paths: readonly string[];
  readonly names: readonly string[];
  /** One of the choices; of a flag that may be repeated, some. */
  readonly choice: string;
  /** Some of the choices. */
  readonly choices: readonly string[];
  /** A whole number from 0. */
  readonly number: number;
  /** A whole number from 1. */
  readonly count: number;
  /** A count; `Infinity` for "unlimited". */
  readonly keepCount: number;
  readonly size: number;
  readonly rate: number;
  readonly span: number;
  readonly calendarSpan: CalendarSpan;
  /** A date, or a span before now. */
  readonly moment: string;
  readonly percent: number;
  readonly migrationId: MigrationId;
}

export type SettingKind = keyof SettingValues;

/** A setting of a backup. Its flag is its name: `minSize` is `--min-size`, or `--no-git` if it is true by default. */
export interface Setting {
  readonly kind: SettingKind;
  /** What help says of the flag. The reference of configurations says the same as a sentence, or `sentence`. */
  readonly text: string;
  readonly sentence?: string;
  /** The value in help, if its kind does not tell. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** What an empty text of the flag means. */
  readonly emptyChoice?: string;
  readonly default?: true;
  readonly group?: 'connection' | 'content' | 'encryption' | 'migration' | 'repositories' | 'retention';
  /**
   * Where a job of a configuration says it: a member, one of a section, or an item of a list. Null: no job can. If it is
   * left out, the member has its name: `min_size`.
   */
  readonly job?: string | null;
  /** True if it chooses what is exported: one such flag replaces all of these that a job has. */
  readonly isRequest?: true;
}

export type SettingTable = Readonly<Record<string, Setting>>;

export type ValueOf<Row extends Setting> = Row extends { readonly choices: readonly (infer Choice)[] }
  ? Row extends { readonly kind: 'choices' } | { readonly value: `${string}...>` }
    ? readonly Choice[]
    : Choice
  : SettingValues[Row['kind']];

export type SettingsOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]?: ValueOf<Table[Name]>;
};
