import { expect, type TestContext } from 'vitest';
import { claim } from '../../../spec/claim.ts';
import { RESOURCES, type ResourceName } from '../../../spec/rows/resources.table.ts';

/** Resources that show the fields of another one too, less some. */
const EXTENDED: Partial<
  Record<ResourceName, { readonly base: ResourceName; readonly less?: readonly string[] }>
> = {
  full_repository: { base: 'repository_summary' },
  listed_budget: { base: 'budget', less: ['budget_product_sku'] },
  listed_alert: { base: 'alert' },
  listed_advisory: { base: 'advisory' },
  organization_event: { base: 'event' },
};

interface Finds {
  readonly rows: Set<string>;
  readonly problems: Set<string>;
  readonly avatarId: string;
}

interface ShapeClaim {
  readonly resource: ResourceName;
  /** How the dialect spells the field of the avatar hash. */
  readonly avatarId: string;
}

/**
 * Expects each value to have the shape that section 2 shows, and claims the rows of all fields that were there to
 * be looked at.
 */
export function claimShape(
  context: TestContext,
  values: readonly unknown[],
  { resource, avatarId }: ShapeClaim,
): void {
  expect(values.length, `there is a ${resource} to look at`).toBeGreaterThan(0);
  const finds: Finds = { rows: new Set(), problems: new Set(), avatarId };
  for (const value of values) {
    inspectResource(value, resource, finds);
  }
  expect([...finds.problems]).toEqual([]);
  claim(context, ...finds.rows);
}

function inspectResource(value: unknown, resource: ResourceName, finds: Finds): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return false;
  }
  const extended = EXTENDED[resource];
  const inherited = extended === undefined ? [] : entriesOf(extended.base);
  const less = new Set(extended?.less);
  for (const { id, name, type } of [...inherited, ...entriesOf(resource)].filter(
    (field) => !less.has(field.name),
  )) {
    const written = name === 'avatar_id' ? finds.avatarId : name;
    const member: unknown = (value as Record<string, unknown>)[written];
    if (fits(member, type, finds)) {
      finds.rows.add(id);
    } else {
      finds.problems.add(`${resource}.${written} is no ${type}: ${JSON.stringify(member)?.slice(0, 80)}`);
    }
  }
  return true;
}

function entriesOf(resource: ResourceName) {
  const { section, fields } = RESOURCES[resource];
  return Object.entries(fields).map(([name, type]) => ({ id: `${section}/${resource}.${name}`, name, type }));
}

/** Whether a value has a type, as `resources.table.ts` spells types. */
function fits(value: unknown, type: string, finds: Finds): boolean {
  return type.split('|').some((alternative) => {
    if (alternative.startsWith('[')) {
      return Array.isArray(value) && value.every((item) => fits(item, alternative.slice(1, -1), finds));
    }
    if (alternative.startsWith('@')) {
      return inspectResource(value, alternative.slice(1) as ResourceName, finds);
    }
    return PLAIN[alternative]?.(value) === true;
  });
}

const TIME = String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?`;

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  url: (value) => typeof value === 'string' && URL.canParse(value) && !value.includes('{'),
  template: (value) => typeof value === 'string' && URL.canParse(value),
  timestamp: (value) => typeof value === 'string' && new RegExp(`${TIME}Z$`).test(value),
  'offset-timestamp': (value) =>
    typeof value === 'string' && new RegExp(`${TIME}[+-]\\d\\d:\\d\\d$`).test(value),
  uuid: (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
};
