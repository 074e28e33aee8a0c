import type { MigrationRequest } from './migrations.ts';

/** A part of a backup: the request of one migration. */
export interface Part {
  /** `1`, `2`, …; the halves of a failed part are `2.1` and `2.2`. */
  readonly name: string;
  readonly request: MigrationRequest;
}

/** Splits a request into parts of at most `splitSize` repositories, in order; without it, there is one part. */
export function planParts(request: MigrationRequest, splitSize: number | undefined): readonly Part[] {
  const { repositories } = request;
  const size = splitSize ?? Math.max(1, repositories.length);
  const starts = Array.from(
    { length: Math.max(1, Math.ceil(repositories.length / size)) },
    (_, n) => n * size,
  );
  return starts.map((start, index) => ({
    name: String(index + 1),
    request: { ...request, repositories: repositories.slice(start, start + size) },
  }));
}

/** Splits a failed part into halves; a part of one repository has none. */
export function halvePart({ name, request }: Part): readonly Part[] {
  const { repositories } = request;
  if (repositories.length < 2) {
    return [];
  }
  const middle = Math.ceil(repositories.length / 2);
  return [repositories.slice(0, middle), repositories.slice(middle)].map((half, index) => ({
    name: `${name}.${index + 1}`,
    request: { ...request, repositories: half },
  }));
}
