import { emojiOf } from '../../../reading/read-reactions.ts';
import { isWebAddress, recordName } from '../links.ts';
import { dateText } from '../times.ts';

/** Longer values are cut; the whole record has them. */
const MAX_FIELD = 300;

/** What a field lost and got, as people would write it; of lists, only what differs. Empty where there was or is nothing. */
export function fieldWords(
  before: string | undefined,
  after: string | undefined,
): { readonly lost: string; readonly got: string } {
  const [old, young] = [partsOf(before), partsOf(after)];
  const [lost, got] = [withoutAll(old, young), withoutAll(young, old)];
  const isOrder = lost.length + got.length === 0;
  return { lost: joined(isOrder ? old : lost), got: joined(isOrder ? young : got) };
}

function withoutAll(parts: readonly string[], others: readonly string[]): readonly string[] {
  return parts.filter((part) => !others.includes(part));
}

function joined(parts: readonly string[]): string {
  const words = parts.join(', ');
  return words.length > MAX_FIELD ? `${words.slice(0, MAX_FIELD)}…` : words;
}

/** The items of a list, or the one value of a field, in words. */
function partsOf(json: string | undefined): readonly string[] {
  const value: unknown = json === undefined ? null : JSON.parse(json);
  return typeof value === 'number'
    ? [json ?? ''] // A number as it is written.
    : Array.isArray(value)
      ? value.flatMap(itemWords)
      : [wordsOf(value)].filter((words) => words !== '');
}

/** A column of a project is the cards in it. */
function itemWords(item: unknown): readonly string[] {
  if (isObject(item) && Array.isArray(item['cards'])) {
    const name = wordsOf(item['name']);
    return [name, ...item['cards'].map((card) => `${wordsOf(card)} in ${name}`)];
  }
  return [wordsOf(item)];
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const MILESTONE = /\/milestones\/(\d+)$/;
const COMMIT = /^[0-9a-f]{40}$/;

/** What is nested more deeply has no words. */
const MAX_DEPTH = 4;

function wordsOf(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) {
    return '…';
  }
  if (typeof value === 'string') {
    return TIME.test(value)
      ? dateText(value)
      : COMMIT.test(value)
        ? value.slice(0, 10)
        : isWebAddress(value)
          ? (MILESTONE.exec(value)?.[1] ?? recordName(value))
          : value;
  }
  if (typeof value === 'boolean') {
    return value ? 'yes' : 'no';
  }
  return Array.isArray(value)
    ? value.map((item) => wordsOf(item, depth + 1)).join(', ')
    : isObject(value)
      ? objectWords(value, depth + 1)
      : String(value ?? '');
}

/** The fields that name an object, the most telling first, and those that say which part it has. */
const NAMES = ['asset_name', 'file_name', 'user', 'name', 'login', 'repository', 'address', 'url'];
const PARTS = ['role', 'access'];

/** `mira (admin)` for a member, `👍 by mira` for a reaction. */
function objectWords(value: Readonly<Record<string, unknown>>, depth: number): string {
  const first = (names: readonly string[]) =>
    names.map((name) => wordsOf(value[name], depth)).find((words) => words !== '');
  const { content, user } = value;
  if (typeof content === 'string' && typeof user === 'string') {
    return `${emojiOf(content)} by ${recordName(user)}`;
  }
  const [name, part] = [first(NAMES), first(PARTS)];
  const entries = Object.entries(value);
  return name === undefined
    ? entries
        .map(
          ([key, each]) =>
            `${entries.length === 1 ? '' : `${key.replaceAll('_', ' ')} `}${wordsOf(each, depth)}`,
        )
        .join(', ')
    : part === undefined
      ? name
      : `${name} (${part})`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
