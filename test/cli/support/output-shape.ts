/** The shape of all JSON values seen at one place, from which a schema can be written. */
export interface Shape {
  readonly types: Set<string>;
  readonly members: Map<string, { readonly shape: Shape; count: number }>;
  readonly texts: Set<string>;
  objects: number;
  items: Shape | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

/** Members whose own members are data, such as the kinds of records, not names that we chose. */
const MAPS: ReadonlySet<string> = new Set(['counts', 'records', 'findings', 'kinds', 'tables']);

export function createShape(): Shape {
  return { types: new Set(), members: new Map(), texts: new Set(), objects: 0, items: undefined };
}

/** Adds a value to the shape. */
export function addTo(shape: Shape, value: unknown): void {
  if (Array.isArray(value)) {
    shape.types.add('array');
    shape.items ??= createShape();
    for (const item of value) {
      addTo(shape.items, item);
    }
  } else if (typeof value === 'object' && value !== null) {
    shape.types.add('object');
    shape.objects += 1;
    for (const [name, member] of Object.entries(value)) {
      const seen = shape.members.get(name) ?? { shape: createShape(), count: 0 };
      seen.count += 1;
      shape.members.set(name, seen);
      addTo(seen.shape, member);
    }
  } else {
    shape.types.add(value === null ? 'null' : typeof value);
    if (typeof value === 'string') {
      shape.texts.add(value);
    }
  }
}

/** The schema of a shape; `name` is the member that has it. */
export function schemaOf(shape: Shape, name = ''): Schema {
  const types = [...shape.types].sort();
  if (types.length === 0 || types.join() === 'null') {
    return {};
  }
  const [only] = types;
  return {
    type: types.length === 1 ? only : types,
    ...(isTime(shape) ? { format: 'date-time' } : {}),
    ...(shape.items === undefined ? {} : { items: schemaOf(shape.items, name) }),
    ...(shape.types.has('object') ? objectSchema(shape, name) : {}),
  };
}

function objectSchema({ members, objects }: Shape, name: string): Schema {
  if (members.size === 0) {
    return {};
  }
  if (isMap(members, name)) {
    const all = createShape();
    for (const { shape } of members.values()) {
      merge(all, shape);
    }
    return { additionalProperties: schemaOf(all) };
  }
  const required = [...members].filter(([, { count }]) => count === objects).map(([member]) => member);
  return {
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(
      [...members].map(([member, { shape }]) => [member, schemaOf(shape, member)]),
    ),
    additionalProperties: false,
  };
}

function isMap(members: Shape['members'], name: string): boolean {
  const names = [...members.keys()];
  const isCounted = [...members.values()].every(({ shape }) => [...shape.types].join() === 'number');
  return names.some((member) => !/^[a-z][a-z0-9_]*$/.test(member)) || (MAPS.has(name) && isCounted);
}

function merge(into: Shape, from: Shape): void {
  for (const type of from.types) {
    into.types.add(type);
  }
  for (const text of from.texts) {
    into.texts.add(text);
  }
  into.objects += from.objects;
  if (from.items !== undefined) {
    into.items ??= createShape();
    merge(into.items, from.items);
  }
  for (const [name, { shape, count }] of from.members) {
    const seen = into.members.get(name) ?? { shape: createShape(), count: 0 };
    seen.count += count;
    into.members.set(name, seen);
    merge(seen.shape, shape);
  }
}

function isTime({ texts }: Shape): boolean {
  return texts.size > 0 && [...texts].every((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text));
}
