import type { Database } from '../../store/database.ts';
import { FORGE_KINDS, type ForgeKind, type ForgeKindName } from './forge-kinds.table.ts';

/** What became of the records of one kind. */
export interface ForgeCount {
  /** `issues`, `comments`, `release_assets` and so on. */
  readonly kind: ForgeKindName;
  /** How many the store has. */
  readonly count: number;
  /** How many were written for the forge. */
  readonly written: number;
  /** How many were not, by reason. */
  readonly leftOut: readonly { readonly reason: string; readonly count: number }[];
}

/** Counts what is written and what is left out, next to what the store has. */
export interface ForgeTally {
  write(kind: ForgeKindName, count?: number): void;
  leaveOut(kind: ForgeKindName, reason: string, count?: number): void;
  addRepository(repo: string): void;
  counts(): readonly ForgeCount[];
}

export function createForgeTally(db: Database): ForgeTally {
  const names = Object.keys(FORGE_KINDS) as readonly ForgeKindName[]; // The table has exactly these keys.
  const kinds = names.map((kind) => ({
    kind,
    select: db.prepare<{ repo: string }, number>(FORGE_KINDS[kind].count).pluck(),
    count: 0,
    written: 0,
    leftOut: new Map<string, number>(),
  }));
  const of = new Map(kinds.map((entry) => [entry.kind, entry]));
  const leaveOut: ForgeTally['leaveOut'] = (kind, reason, count = 1) => {
    const reasons = of.get(kind)?.leftOut;
    if (count > 0) {
      reasons?.set(reason, (reasons.get(reason) ?? 0) + count);
    }
  };
  return {
    leaveOut,
    write(kind, count = 1) {
      const entry = of.get(kind);
      if (entry !== undefined) {
        entry.written += count;
      }
    },
    addRepository(repo) {
      for (const entry of kinds) {
        const count = entry.select.get({ repo }) ?? 0;
        const { noPlace }: ForgeKind = FORGE_KINDS[entry.kind];
        entry.count += count;
        if (noPlace !== undefined) {
          leaveOut(entry.kind, noPlace, count);
        }
      }
    },
    counts: () =>
      kinds
        .filter(({ count }) => count > 0)
        .map(({ kind, count, written, leftOut }) => ({
          ...{ kind, count, written },
          leftOut: [...leftOut].map(([reason, left]) => ({ reason, count: left })),
        })),
  };
}
