/**
 * The fields of a record that have the same value, as `author = assignee`: what mixes them up cannot be seen in such a
 * record. Words for the absence of a value, flags and small numbers are left out, and times are compared as such.
 */
export function equalFieldsOf(record: object): readonly string[] {
  const leaves = leavesOf(record, '');
  return leaves.flatMap(({ path, value }, index) =>
    leaves.slice(index + 1).flatMap((other) => (other.value === value ? [`${path} = ${other.path}`] : [])),
  );
}

interface Leaf {
  readonly path: string;
  readonly value: string;
}

function leavesOf(value: unknown, path: string): readonly Leaf[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) =>
      leavesOf(member, path === '' ? name : `${path}.${name}`),
    );
  }
  const isTelling = (typeof value === 'string' && value !== '') || (typeof value === 'number' && value > 1);
  return isTelling ? [{ path, value: comparable(value) }] : [];
}

function comparable(value: string | number): string {
  const timeMs = /^\d{4}-\d\d-\d\d[T ]/.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
  return Number.isNaN(timeMs) ? String(value) : String(timeMs);
}
