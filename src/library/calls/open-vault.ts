import { type AppContext, noteTo } from '../../app/context.ts';
import { reportImporting, reportRebuilding } from '../../app/report-vault-work.ts';
import { definedMembers } from '../../base/json.ts';
import { satchelVersion } from '../../base/own-package.ts';
import { createRunId } from '../../base/run-id.ts';
import { itemsUntilAborted, untilAborted } from '../../base/signals.ts';
import { formatTimestamp } from '../../base/timestamps.ts';
import { openVaultAt } from '../../keeping/open-vault-at.ts';
import type { OpenVaultAtOptions } from '../../keeping/open-vault-options.ts';
import { readVaultStatus } from '../../keeping/vault-status.ts';
import { Failure } from '../../model/failure.ts';
import { findNewestGood, withWholeArchive } from '../../vault/archive-presence.ts';
import { findArchives } from '../../vault/find-archives.ts';
import { inUtc, type Manifest, type Pin } from '../../vault/manifest.ts';
import { DEFAULT_MAX_DROP } from '../../vault/retention-policy.ts';
import { summarizeRuns } from '../../vault/summarize-runs.ts';
import { type Vault as OpenVault, setPin } from '../../vault/vault.ts';
import { queueChanges, type VaultChanges } from './change-vault.ts';
import { momentOf, pathOf, requireArgument, requireOptions } from './check-arguments.ts';
import { type KeyOptions, openingOf } from './read-archive.ts';
import { reportFor } from './reports.ts';
import { FLAG, FUNCTION, listOf, optional, PATH, RECORD, TEXT } from './shapes.ts';
import { type Surroundings, withDefaults } from './surroundings.ts';
import type { Vault } from './vault.ts';
import {
  CALLING,
  CHECKING,
  type CheckOptions,
  type DryOptions,
  FOLLOWING,
  IMPORTING,
  type ImportOptions,
  isList,
  isNewer,
  type KnownArchive,
  keepSettingsOf,
  LOOK_INTERVAL_MS,
  LOOKING,
  type NewerOptions,
  type NewestOptions,
  OPENING,
  PINNING,
  type PinOptions,
  type RebuildOptions,
  type RetentionRules,
  SEEKING,
  type StatusOptions,
  TAKEN,
  TRYING,
  type VaultCallOptions,
  type VaultOptions,
} from './vault-options.ts';

/**
 * Opens a vault: a directory, or `s3://BUCKET/PREFIX`. Throws a `Failure`: `absent`, `vault-damaged`, `key-missing`.
 *
 * @example
 * const vault = await openVault('work');
 * const newest = await vault.newest();
 */
export async function openVault(location: string | URL, options: VaultOptions = {}): Promise<Vault> {
  requireOptions('open the vault', options, { known: OPENING });
  const place = pathOf('open the vault', location);
  const context = { ...withDefaults(options), ...reportFor(options) };
  const { identityFiles } = options;
  const keys = definedMembers({ identityFiles: identityFiles?.map((path) => pathOf('read the key', path)) });
  const open: Open = (more) => openVaultAt(place, { ...context, ...keys, ...more });
  return new VaultCalls(await open({ create: options.create ?? false }), open, { ...context, identityFiles });
}

type Open = (more: Partial<OpenVaultAtOptions>) => Promise<OpenVault>;

type CallContext = AppContext & KeyOptions;

/** What reads or changes archives is only loaded when it is called. */
class VaultCalls implements Vault {
  readonly #vault: OpenVault;
  /** Opens it again, for calls that can use a damaged one. */
  readonly #open: Open;
  readonly #context: CallContext;
  readonly #changes: VaultChanges;

  constructor(vault: OpenVault, open: Open, context: CallContext) {
    this.#vault = vault;
    this.#open = open;
    this.#context = context;
    this.#changes = queueChanges(context);
  }

  get name(): string {
    return this.#vault.name;
  }

  get directory(): string {
    return this.#vault.directory;
  }

  get storePath(): string {
    return this.#vault.storePath;
  }

  get encryption(): Vault['encryption'] {
    return this.#vault.encryption;
  }

  async archives(options: VaultCallOptions = {}) {
    requireOptions('list the archives', options, { known: CALLING });
    return (await untilAborted(this.#vault.manifests(), this.#with(options).signal)).map(inUtc);
  }

  async newest(options: NewestOptions = {}) {
    requireOptions('find the newest archive', options, { known: SEEKING });
    const { signal } = this.#with(options);
    const found = await untilAborted(findNewestGood(await this.#current(signal), options.account), signal);
    return found && inUtc(found);
  }

  async waitForNewer(than: KnownArchive | undefined, options: NewerOptions = {}) {
    requireOptions('wait for an archive', options, { known: FOLLOWING });
    requireArgument('wait for an archive', 'than', than, optional(TAKEN));
    const { account, intervalMs = LOOK_INTERVAL_MS } = options;
    const { clock, signal } = this.#with(options);
    for (;;) {
      const found = await this.newest({ account, signal });
      if (found !== undefined && isNewer(found, than)) {
        return found;
      }
      await clock.sleep(intervalMs, signal);
    }
  }

  async withArchive<Result>(
    name: string,
    work: (path: string) => Promise<Result>,
    options: VaultCallOptions = {},
  ) {
    requireArgument('open the archive', 'name', name, TEXT);
    requireArgument('open the archive', 'work', work, FUNCTION);
    requireOptions('open the archive', options, { known: CALLING });
    const { signal } = this.#with(options);
    const vault = await this.#current(signal);
    const [named] = name === 'latest' ? [await findNewestGood(vault)] : await this.#find([name], signal);
    if (named === undefined) {
      throw new Failure(
        'absent',
        'Cannot open the newest archive: the vault has none that is verified and whole',
      );
    }
    return await untilAborted(withWholeArchive(named, { vault, signal }, work), signal);
  }

  async runs(options: VaultCallOptions = {}) {
    requireOptions('list the runs', options, { known: CALLING });
    const { signal } = this.#with(options);
    const { lines } = await untilAborted(this.#vault.journal.read(), signal);
    return summarizeRuns(lines);
  }

  async status(options: StatusOptions = {}) {
    requireOptions('read the status', options, { known: LOOKING });
    const { maxAgeMs, maxDropShare = DEFAULT_MAX_DROP, accounts } = options;
    const { signal, clock } = this.#with(options);
    const asked = { vault: this.#vault, nowMs: clock.now(), maxAgeMs, accounts, maxDrop: maxDropShare };
    return await untilAborted(readVaultStatus(asked), signal);
  }

  async *check(options: CheckOptions = {}) {
    requireOptions('check the vault', options, { known: CHECKING });
    const { accounts, sample, onProgress, ...own } = options;
    const { checkVault } = await import('../../keeping/check-vault.ts');
    const vault = await this.#open({ isRepair: true, onDamagedStore: 'left' });
    const context = await this.#reading(own);
    const findings = checkVault({
      ...context,
      ...{ vault, accounts, sample: sample === 'all' ? ({ type: 'all' } as const) : sample },
      onProgress: onProgress && ((doneBytes, totalBytes) => onProgress({ doneBytes, totalBytes })),
    });
    yield* itemsUntilAborted(findings, context.signal);
  }

  async repair(options: DryOptions = {}) {
    requireOptions('repair the vault', options, { known: TRYING });
    const { isDryRun = false, ...own } = options;
    const { repairVault } = await import('../../keeping/repair-vault.ts');
    const vault = await this.#open({ isRepair: true });
    const context = await this.#reading(own);
    const run = createRunId(context.clock, context.random);
    const onRepair = () => undefined;
    return await this.#changes.locked({ command: 'repair', vault, signal: context.signal }, () =>
      repairVault({ ...context, vault, run, isDryRun, onRepair }),
    );
  }

  async rebuild(options: RebuildOptions = {}) {
    requireOptions('rebuild the store', options, { known: { ...TRYING, isFresh: FLAG } });
    const { isFresh = false, isDryRun = false, ...own } = options;
    const { rebuildStore } = await import('../../keeping/rebuild-store.ts');
    const vault = await this.#open({ onDamagedStore: 'taken' });
    const context = await this.#reading(own);
    const settings = { isFresh, isDryRun, keepsGit: true, onEvent: reportRebuilding(context) };
    return await this.#changes.journaled({ command: 'rebuild', vault, signal: context.signal }, (journal) =>
      rebuildStore({ ...context, ...settings, vault, journal }),
    );
  }

  async import(places: readonly (string | URL)[], options: ImportOptions = {}) {
    requireOptions('import archives', options, { known: IMPORTING });
    requireArgument('import archives', 'paths', places, listOf(PATH));
    const paths = places.map((place) => pathOf('import the archive', place));
    const { isMove = false, account, takenAt, isLoaded = true, keepsGit = true, ...own } = options;
    const { importArchives } = await import('../../keeping/import-archives.ts');
    const context = await this.#reading(own);
    const onEvent = reportImporting(context);
    const settings = { paths, isMove, account, takenAtMs: momentOf(takenAt), isLoaded, keepsGit, onEvent };
    return await this.#changes.locked({ command: 'import', vault: this.#vault, signal: context.signal }, () =>
      importArchives({ ...context, ...settings, vault: this.#vault }),
    );
  }

  async pin(names: readonly string[], options: PinOptions = {}) {
    requireOptions('pin archives', options, { known: PINNING });
    const { note, ...own } = options;
    const pinnedAt = formatTimestamp(this.#context.clock.now());
    return await this.#setPins(names, { pinnedAt, ...definedMembers({ note }) }, own);
  }

  async unpin(names: readonly string[], options: VaultCallOptions = {}) {
    requireOptions('unpin archives', options, { known: CALLING });
    return await this.#setPins(names, undefined, options);
  }

  async forget(what: RetentionRules | readonly string[], options: DryOptions = {}) {
    requireOptions('forget archives', options, { known: TRYING });
    const { isDryRun = false, ...own } = options;
    requireArgument('forget archives', 'what', what, isList(what) ? listOf(TEXT) : RECORD);
    const [{ planForgetting }, { forgetSnapshots }] = await Promise.all([
      import('../../app/plan-forgetting.ts'),
      import('../../keeping/forget-snapshots.ts'),
    ]);
    const vault = this.#vault;
    const { signal, clock } = this.#with(own);
    const [names, settings] = isList(what) ? [what, {}] : [[], keepSettingsOf(what)];
    return await this.#changes.journaled({ command: 'forget', vault, signal }, async (journal) => {
      const groups = await planForgetting({ vault, names, settings, nowMs: clock.now() });
      const run = { isDryRun, command: 'forget', signal, onForgotten: () => undefined };
      return { groups, ...(await forgetSnapshots({ ...run, vault, journal, groups })) };
    });
  }

  async prune(options: DryOptions = {}) {
    requireOptions('prune the vault', options, { known: TRYING });
    const { isDryRun = false, ...own } = options;
    const { pruneVault } = await import('../../keeping/prune-vault.ts');
    const vault = this.#vault;
    const { signal, clock, searchPath, onReport } = await this.#reading(own);
    const onHold = noteTo(onReport);
    return await this.#changes.locked({ command: 'prune', vault, signal }, () =>
      pruneVault({ vault, isDryRun, searchPath, clock, signal, onHold }),
    );
  }

  async #setPins(names: readonly string[], pin: Pin | undefined, options: VaultCallOptions) {
    requireArgument('find archives', 'names', names, listOf(TEXT));
    const { signal } = this.#with(options);
    return await this.#changes.locked({ command: 'pin', vault: this.#vault, signal }, async () => {
      for (const manifest of await this.#find(names, signal)) {
        signal.throwIfAborted();
        await setPin(this.#vault, manifest, pin);
      }
      return await this.#find(names, signal);
    });
  }

  async #find(names: readonly string[], signal: AbortSignal): Promise<readonly Manifest[]> {
    return findArchives(await this.archives({ signal }), names);
  }

  /** The vault as it is now: what others add in object storage is seen, and fetched, by what is opened after it. */
  async #current(signal: AbortSignal): Promise<OpenVault> {
    return this.#vault.origin === undefined ? this.#vault : await this.#open({ signal, needsStore: false });
  }

  /** The context of a call that may have a signal of its own. */
  #with({ signal }: Pick<Surroundings, 'signal'>): CallContext {
    signal?.throwIfAborted();
    return { ...this.#context, signal: signal ?? this.#context.signal };
  }

  /** What calls need that read archives. */
  async #reading(own: Pick<Surroundings, 'signal'>) {
    const { identityFiles, ...context } = this.#with(own);
    const opening = await openingOf({ identityFiles });
    const searchPath = context.env['PATH'] ?? '';
    return { ...context, ...opening, opening, searchPath, satchelVersion: satchelVersion() };
  }
}
