import type { Command } from 'commander';
import { findStore, type StoreSettings } from '../../app/store-location.ts';
import { quoteText } from '../../base/terminal-text.ts';
import { Failure } from '../../model/failure.ts';
import type { RecordVersion } from '../../store/read-history.ts';
import type { Snapshot } from '../../store/snapshot.ts';
import { openStore } from '../../store/store.ts';
import type { CommandContext } from '../context.ts';
import { addHelpEnd } from '../flags/flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { writeText } from '../output/terminal.ts';
import { cellText } from '../render/cell-text.ts';
import { formatFieldDifferences, listFieldDifferences } from '../render/format-field-differences.ts';

interface HistoryFlags extends StoreSettings {
  readonly json?: boolean;
}

/** A version of a record, with the preceding version. */
interface Step {
  readonly version: RecordVersion;
  readonly earlier: RecordVersion | undefined;
}

/** `satchel history URL`: shows all versions of one record. */
export function defineHistory(command: Command, context: CommandContext): void {
  command.argument('<url>', 'url of the record, as in the column url of its table');
  addStoreFlags(command);
  addHelpEnd(command, ['history https://github.com/acme/rocket/issues/7 --db work.db']);
  command.action(async (url: string, flags: HistoryFlags) => {
    const store = openStore(await findStore(flags, context));
    try {
      const steps = toSteps(store.history(url));
      if (steps.length === 0) {
        throw new Failure('absent', `Cannot show the history of ${quoteText(url)}: no record has this url`, {
          hint: 'Copy the url from the table of the record, such as: satchel query "select url from issues"',
        });
      }
      const snapshots = new Map(store.snapshots().map((snapshot) => [snapshot.id, snapshot]));
      const text = flags.json === true ? jsonLine(steps.map(toPrinted)) : formatSteps(steps, snapshots);
      await writeText(context.stdout, text);
    } finally {
      store.close();
    }
  });
}

/** Versions are sorted by kind; a record that returned is compared with its last version before it vanished. */
function toSteps(versions: readonly RecordVersion[]): readonly Step[] {
  return versions.map((version, index) => ({
    version,
    earlier: versions
      .slice(0, index)
      .findLast(({ kind, json }) => kind === version.kind && json !== undefined),
  }));
}

function toPrinted({ version, earlier }: Step): object {
  const { kind, change, from, until, json } = version;
  const isPair = earlier?.json !== undefined && json !== undefined;
  return {
    kind,
    change,
    fromSnapshot: from,
    untilSnapshot: until ?? null,
    record: json ?? null,
    ...(isPair ? { fields: listFieldDifferences(earlier.json, json) } : {}),
  };
}

function formatSteps(steps: readonly Step[], snapshots: ReadonlyMap<number, Snapshot>): string {
  return steps
    .flatMap(({ version: { kind, change, from, json }, earlier }) => {
      const snapshot = snapshots.get(from);
      const name = `snapshot ${from}, ${cellText(snapshot?.archiveName ?? '')}`;
      const isPair = earlier?.json !== undefined && json !== undefined;
      return [
        `${snapshot?.takenAt ?? 'unknown time'}  ${change} ${cellText(kind)} (${name})`,
        ...(isPair ? formatFieldDifferences(earlier.json, json) : []),
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}
