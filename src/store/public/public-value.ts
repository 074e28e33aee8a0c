import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { redactSecrets } from '../../model/redact-secrets.ts';
import type { PublicMembers, PublicRule } from './public-records.table.ts';
import type { PublicTexts } from './public-texts.ts';
import type { Visibility } from './visibility.ts';

/** What decides on values, and what changes their texts. */
export interface PublicView {
  readonly visibility: Visibility;
  readonly texts: PublicTexts;
}

/**
 * The public part of an object; undefined if it belongs to something that is not public, or, where `needsPlace` is true,
 * to nothing.
 */
export function publicMembers(
  value: JsonObject,
  { members }: PublicMembers,
  view: PublicView,
  needsPlace = false,
): JsonObject | undefined {
  const shown: Record<string, JsonValue> = {};
  let hasPlace = !needsPlace;
  for (const [name, found] of Object.entries(value)) {
    const rule = Object.hasOwn(members, name) ? members[name] : name === 'type' ? 'value' : undefined;
    const isPlace = (rule === 'place' || rule === 'subject') && found !== null;
    const seen = rule === undefined ? undefined : publicValue(found, rule, view);
    if (isPlace && seen === undefined) {
      return undefined;
    }
    if (seen !== undefined) {
      shown[name] = seen;
      hasPlace ||= rule === 'place' && isPlace;
    }
  }
  return hasPlace ? shown : undefined;
}

function publicValue(value: JsonValue, rule: PublicRule, view: PublicView): JsonValue | undefined {
  if (value === null) {
    return null;
  }
  if (typeof rule === 'object') {
    return 'items' in rule
      ? publicItems(value, rule.items, view)
      : isJsonObject(value)
        ? publicMembers(value, rule, view)
        : undefined;
  }
  if (typeof value !== 'string') {
    return typeof value === 'object' || rule !== 'value' ? undefined : value;
  }
  return publicText(value, rule, view);
}

function publicText(
  text: string,
  rule: PublicRule,
  { visibility, texts }: PublicView,
): string | null | undefined {
  const place = () => texts.cleanAddress(withoutSecrets(text));
  switch (rule) {
    case 'text':
    case 'code':
      return texts.clean(text, rule === 'text');
    case 'account':
      return visibility.takeAccount(text) ? place() : null;
    case 'subject':
      return visibility.isPublicPlace(text) || visibility.takeAccount(text) ? place() : undefined;
    case 'place':
      return visibility.isPublicPlace(text) ? place() : undefined;
    case 'reference':
      return visibility.isPublicPlace(text) ? place() : null;
    case 'login':
      return texts.clean(texts.renameLogin(text), false);
    case 'branch':
      return texts.clean(texts.renameOwner(text), false);
    default:
      return visibility.namesPrivate(text) ? null : texts.clean(withoutSecrets(text), false);
  }
}

/** Items that are not public are left out, not emptied. */
function publicItems(value: JsonValue, rule: PublicRule, view: PublicView): JsonValue | undefined {
  return Array.isArray(value)
    ? value.flatMap((item: JsonValue) => publicValue(item, rule, view) ?? [])
    : undefined;
}

/** Addresses can contain passwords and tokens. */
function withoutSecrets(text: string): string {
  return /[?@=]/.test(text) ? redactSecrets(text) : text;
}
