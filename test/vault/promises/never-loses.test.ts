import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { digestOfFile } from '../../../src/base/read-pieces.ts';
import { pruneVault } from '../../../src/keeping/prune-vault.ts';
import { Failure } from '../../../src/model/failure.ts';
import { forgetArchives, readKeptSnapshots } from '../../../src/vault/forget-archives.ts';
import { groupKeyOf } from '../../../src/vault/group-snapshots.ts';
import { KEEP_RULE_NAMES } from '../../../src/vault/keep-rules.table.ts';
import { accountKeyOf, type Manifest, storedFileOf } from '../../../src/vault/manifest.ts';
import { planRemoval } from '../../../src/vault/plan-named-removal.ts';
import { planRetention } from '../../../src/vault/plan-retention.ts';
import type { RetentionPolicy } from '../../../src/vault/retention-policy.ts';
import { scopeOf } from '../../../src/vault/scope.ts';
import { openVault, setPin, type Vault } from '../../../src/vault/vault.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { Crash, createBreakingDisk } from '../support/breaking-disk.ts';
import { addArchive } from '../support/manifests.ts';

/** Events in the life of a vault, which happen one after the other. */
type Step =
  | ({
      readonly type: 'add';
      readonly selection: string;
      readonly hasGit: boolean;
      readonly isComplete: boolean;
      readonly records: number;
    } & Pick<Manifest, 'account' | 'isVerified'>)
  | {
      readonly type: 'forget-by-rules';
      readonly policy: RetentionPolicy;
      readonly crashAt: number | undefined;
    }
  | { readonly type: 'forget'; readonly picks: readonly number[]; readonly crashAt: number | undefined }
  | { readonly type: 'pin'; readonly pick: number; readonly isPinned: boolean }
  | { readonly type: 'rot'; readonly pick: number }
  | { readonly type: 'vanish'; readonly pick: number }
  | { readonly type: 'prune' }
  | { readonly type: 'next-run' };

const crashAt = fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined });
const policy: fc.Arbitrary<RetentionPolicy> = fc.record({
  counts: fc.dictionary(fc.constantFrom(...KEEP_RULE_NAMES), fc.integer({ min: 0, max: 3 })),
  within: fc.constant({}),
  maxDrop: fc.constantFrom(0.2, 1),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      account: fc.constantFrom('mira', 'tom'),
      selection: fc.constantFrom('all repositories', 'mira/alpha'),
      hasGit: fc.boolean(),
      isComplete: fc.boolean(),
      isVerified: fc.constantFrom(true, true, true, false),
      records: fc.constantFrom(10, 90, 100, 100, 100),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('forget-by-rules' as const), policy, crashAt }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('forget' as const),
      picks: fc.array(fc.nat(20), { maxLength: 4 }),
      crashAt,
    }),
  },
  fc.record({ type: fc.constant('pin' as const), pick: fc.nat(20), isPinned: fc.boolean() }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant('rot' as const), pick: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('vanish' as const), pick: fc.nat(3) }) },
  fc.constant({ type: 'prune' as const }),
  fc.constant({ type: 'next-run' as const }),
);

/** A vault under test, on a disk that can fail. */
class Subject {
  readonly #breaking = createBreakingDisk();
  readonly #clock = createDrivenClock(Date.UTC(2026, 4, 1));
  #vault: Vault | undefined;
  #count = 0;

  async open(directory: string): Promise<void> {
    this.#vault = await openVault(directory, { clock: this.#clock, create: true, disk: this.#breaking.disk });
  }

  get vault(): Vault {
    if (this.#vault === undefined) {
      throw new Error('The vault is not open');
    }
    return this.#vault;
  }

  async perform(what: Step): Promise<void> {
    const { vault } = this;
    const manifests = await vault.manifests();
    /** Newest first, because retention removes the oldest by itself. */
    const at = (pick: number): Manifest | undefined =>
      manifests.toReversed()[pick % Math.max(1, manifests.length)];
    switch (what.type) {
      case 'add': {
        this.#count += 1;
        const { account, isVerified, records, selection, hasGit, isComplete } = what;
        const changes = {
          ...{ account, isVerified, counts: { issue: records }, day: this.#count },
          scope: { selection, exclusions: hasGit ? [] : ['git data'] },
          completeness: { isComplete, checks: [] },
        };
        await addArchive(vault, `a${this.#count}.tar.gz`, changes);
        break;
      }
      case 'forget-by-rules':
        await this.#forget(what.crashAt, async () =>
          planRetention(await readKeptSnapshots(vault), what.policy, Date.UTC(2030)),
        );
        break;
      case 'forget': {
        const names = what.picks.flatMap((pick) => at(pick)?.archive ?? []);
        await this.#forget(what.crashAt, async () =>
          planRemoval(await readKeptSnapshots(vault), { named: new Set(names), maxDrop: 0.2 }),
        );
        break;
      }
      case 'pin': {
        const manifest = at(what.pick);
        if (manifest !== undefined) {
          await setPin(vault, manifest, what.isPinned ? { pinnedAt: '2026-05-01T00:00:00Z' } : undefined);
        }
        break;
      }
      case 'rot': {
        const manifest = at(what.pick);
        await this.#change(manifest, async (path) => {
          const bytes = await readFile(path).catch(() => Buffer.alloc(0));
          bytes[0] = (bytes[0] ?? 0) ^ 1;
          await writeFile(path, bytes);
        });
        break;
      }
      case 'vanish':
        await this.#change(at(what.pick), async (path) => await rm(path, { force: true }));
        break;
      case 'prune':
        await pruneVault({
          vault,
          isDryRun: false,
          searchPath: '',
          onHold() {},
          clock: { now: () => Date.UTC(2030) },
          signal: new AbortController().signal,
        });
        break;
      case 'next-run':
        await (await vault.lock('next run'))();
        break;
    }
  }

  /** Damages or removes any copy except the last good one of its kind: no program could protect that. */
  async #change(manifest: Manifest | undefined, work: (path: string) => Promise<void>): Promise<void> {
    const good = await goodArchives(this.vault);
    const kinds = manifest === undefined ? [] : kindsOf([manifest]);
    const isLast = [...kinds].some((kind) => good.filter((other) => kindsOf([other]).has(kind)).length <= 1);
    if (manifest !== undefined && !isLast) {
      await work(this.vault.archivePath(manifest.archive));
    }
  }

  async #forget(
    crashAtOperation: number | undefined,
    plan: () => Promise<ReturnType<typeof planRetention>>,
  ): Promise<void> {
    const { vault } = this;
    const { signal } = new AbortController();
    const groups = await plan();
    if (crashAtOperation !== undefined) {
      this.#breaking.breakAt(crashAtOperation);
    }
    try {
      await forgetArchives({
        vault,
        journal: { write: async () => undefined },
        groups,
        signal,
        onForgotten: () => undefined,
      });
    } catch (error) {
      const isRefusal = error instanceof Failure && error.code === 'archive-damaged';
      if (!(error instanceof Crash || isRefusal)) {
        throw error;
      }
    } finally {
      this.#breaking.repair();
    }
  }
}

/** Verified archives whose content matches their manifests. */
async function goodArchives(vault: Vault): Promise<readonly Manifest[]> {
  const good: Manifest[] = [];
  for (const manifest of await vault.manifests()) {
    const digest = await digestOfFile(vault.archivePath(manifest.archive)).catch(() => undefined);
    if (manifest.isVerified && digest === storedFileOf(manifest).sha256) {
      good.push(manifest);
    }
  }
  return good;
}

/** The groups of some archives, and those that have a complete one. */
function kindsOf(manifests: readonly Manifest[]): ReadonlySet<string> {
  return new Set(
    manifests.flatMap((manifest) => {
      const group = groupKeyOf({ accountKey: accountKeyOf(manifest), scope: scopeOf(manifest) });
      return manifest.completeness?.isComplete === true ? [group, `${group} complete`] : [group];
    }),
  );
}

describe('a vault', () => {
  it('never loses the last good archive of a group, nor by rules its last complete one, whatever is done in whatever order, crashes and rot included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const directory = temporaryFolder();
        try {
          const subject = new Subject();
          await subject.open(join(directory, 'vault'));
          for (const what of steps) {
            const before = kindsOf(await goodArchives(subject.vault));
            const pinned = (await goodArchives(subject.vault)).filter(({ pin }) => pin !== undefined);
            await subject.perform(what);
            const left = await goodArchives(subject.vault);
            const mustStay = [...before].filter(
              (kind) => what.type !== 'forget' || !kind.endsWith('complete'),
            );
            expect([...kindsOf(left)]).toEqual(expect.arrayContaining(mustStay));
            if (what.type === 'forget' || what.type === 'forget-by-rules') {
              const names = left.map(({ archive }) => archive);
              expect(names).toEqual(expect.arrayContaining(pinned.map(({ archive }) => archive)));
            }
          }
        } finally {
          await rm(directory, { recursive: true, force: true });
        }
      }),
      { numRuns: IS_LONG ? 200 : 15 },
    );
  });
});
