import type { Shape } from '../../../build/output-schemas.js';

/** All JSON values seen at one place. */
interface Sighting {
  readonly types: Set<string>;
  readonly members: Map<string, { readonly seen: Sighting; count: number }>;
  readonly texts: Set<string>;
  objects: number;
  items: Sighting | undefined;
}

/** The shape of values, as in `build/output-shapes.json`. */
export function shapeOf(values: readonly unknown[]): Shape {
  const sighting = createSighting();
  for (const value of values) {
    addTo(sighting, value);
  }
  return describe(sighting, '');
}

function createSighting(): Sighting {
  return { types: new Set(), members: new Map(), texts: new Set(), objects: 0, items: undefined };
}

function addTo(sighting: Sighting, value: unknown): void {
  if (Array.isArray(value)) {
    sighting.types.add('array');
    sighting.items ??= createSighting();
    for (const item of value) {
      addTo(sighting.items, item);
    }
  } else if (typeof value === 'object' && value !== null) {
    sighting.types.add('object');
    sighting.objects += 1;
    for (const [name, member] of Object.entries(value)) {
      const { seen, count } = sighting.members.get(name) ?? { seen: createSighting(), count: 0 };
      sighting.members.set(name, { seen, count: count + 1 });
      addTo(seen, member);
    }
  } else {
    sighting.types.add(value === null ? 'null' : typeof value);
    if (typeof value === 'string') {
      sighting.texts.add(value);
    }
  }
}

/** `name` is the member that has the values. */
function describe(sighting: Sighting, name: string): Shape {
  const types = [...sighting.types].sort();
  if (types.length === 0 || types.join() === 'null') {
    return 'any';
  }
  if (sighting.items !== undefined) {
    return [describe(sighting.items, name)];
  }
  return sighting.members.size > 0
    ? describeObject(sighting, name)
    : types.map((type) => (type === 'string' && isTime(sighting) ? 'time' : type)).join('|');
}

function describeObject({ members, types, objects }: Sighting, name: string): Shape {
  if (isMap(members, name)) {
    const all = createSighting();
    for (const { seen } of members.values()) {
      merge(all, seen);
    }
    return { '*': describe(all, '') };
  }
  const others = [...types].filter((type) => type !== 'object');
  return {
    ...(others.length === 0 ? {} : { '|': others.join('|') }),
    ...Object.fromEntries(
      [...members].map(([member, { seen, count }]) => [
        count === objects ? member : `${member}?`,
        describe(seen, member),
      ]),
    ),
  };
}

/** Members whose own members are data, such as the kinds of records, not names that we chose. */
const MAPS: ReadonlySet<string> = new Set(['counts', 'records', 'findings', 'kinds', 'tables']);

function isMap(members: Sighting['members'], name: string): boolean {
  const names = [...members.keys()];
  const isCounted = [...members.values()].every(({ seen }) => [...seen.types].join() === 'number');
  return names.some((member) => !/^[a-z][a-z0-9_]*$/.test(member)) || (MAPS.has(name) && isCounted);
}

function merge(into: Sighting, from: Sighting): void {
  for (const type of from.types) {
    into.types.add(type);
  }
  for (const text of from.texts) {
    into.texts.add(text);
  }
  into.objects += from.objects;
  if (from.items !== undefined) {
    into.items ??= createSighting();
    merge(into.items, from.items);
  }
  for (const [name, { seen, count }] of from.members) {
    const known = into.members.get(name) ?? { seen: createSighting(), count: 0 };
    into.members.set(name, { seen: known.seen, count: known.count + count });
    merge(known.seen, seen);
  }
}

function isTime({ texts }: Sighting): boolean {
  return texts.size > 0 && [...texts].every((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text));
}
