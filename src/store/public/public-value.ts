import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { redactSecrets } from '../../model/redact-secrets.ts';
import type { PublicMembers, PublicRule } from './public-records.table.ts';
import type { Visibility } from './visibility.ts';

/**
 * The public part of an object; undefined if it belongs to something that is not public, or, where `needsPlace` is true,
 * to nothing.
 */
export function publicMembers(
  value: JsonObject,
  { members }: PublicMembers,
  visibility: Visibility,
  needsPlace = false,
): JsonObject | undefined {
  const shown: Record<string, JsonValue> = {};
  let hasPlace = !needsPlace;
  for (const [name, found] of Object.entries(value)) {
    const rule = Object.hasOwn(members, name) ? members[name] : name === 'type' ? 'value' : undefined;
    const isPlace = (rule === 'place' || rule === 'subject') && found !== null;
    const seen = rule === undefined ? undefined : publicValue(found, rule, visibility);
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

function publicValue(value: JsonValue, rule: PublicRule, visibility: Visibility): JsonValue | undefined {
  if (value === null) {
    return null;
  }
  if (typeof rule === 'object') {
    return 'items' in rule
      ? publicItems(value, rule.items, visibility)
      : isJsonObject(value)
        ? publicMembers(value, rule, visibility)
        : undefined;
  }
  if (typeof value !== 'string') {
    return typeof value === 'object' || rule !== 'value' ? undefined : value;
  }
  return publicText(value, rule, visibility);
}

function publicText(text: string, rule: PublicRule, visibility: Visibility): string | null | undefined {
  switch (rule) {
    case 'text':
      return text;
    case 'account':
      return visibility.takeAccount(text) ? withoutSecrets(text) : null;
    case 'subject':
      return visibility.isPublicPlace(text) || visibility.takeAccount(text)
        ? withoutSecrets(text)
        : undefined;
    case 'place':
      return visibility.isPublicPlace(text) ? withoutSecrets(text) : undefined;
    case 'reference':
      return visibility.isPublicPlace(text) ? withoutSecrets(text) : null;
    default:
      return visibility.namesPrivate(text) ? null : withoutSecrets(text);
  }
}

/** Items that are not public are left out, not emptied. */
function publicItems(value: JsonValue, rule: PublicRule, visibility: Visibility): JsonValue | undefined {
  return Array.isArray(value)
    ? value.flatMap((item: JsonValue) => publicValue(item, rule, visibility) ?? [])
    : undefined;
}

/** Addresses can contain passwords and tokens. */
function withoutSecrets(text: string): string {
  return /[?@=]/.test(text) ? redactSecrets(text) : text;
}
