import type { Command } from 'commander';
import type { StoreSettings } from '../../app/store-location.ts';
import type { RecordVersion } from '../../store/read-history.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import { addStoreFlags } from '../flags/store-flags.ts';
import { jsonLine } from '../output/json-names.ts';
import { pageText } from '../output/page-text.ts';
import { writeText } from '../output/terminal.ts';
import { listFieldDifferences } from '../render/format-field-differences.ts';
import type { Step } from './reading/format-history.ts';
import { layoutFor, withReading } from './reading/reading-flags.ts';

interface HistoryFlags extends StoreSettings {
  readonly pager: boolean;
  readonly json?: boolean;
}

/** `satchel history RECORD`: shows all versions of one record. */
export function defineHistory(command: Command, context: CommandContext): void {
  command.argument('<record...>', 'acme/rocket#7, its address at the service, or that of a comment');
  addFlag(command, '--no-pager', 'write directly to the terminal, without $PAGER');
  addStoreFlags(command);
  addHelpEnd(command, [
    'history acme/rocket#7 --db work.db',
    'history https://github.com/acme/rocket/issues/7#issuecomment-42',
  ]);
  command.action(async (words: readonly string[], flags: HistoryFlags) => {
    await withReading(flags, context, async (reading) => {
      const found = reading.history(words.join(' '));
      const steps = toSteps(found.versions);
      if (flags.json === true) {
        await writeText(context.stdout, jsonLine(steps.map(toPrinted)));
        return;
      }
      const { formatHistory } = await import('./reading/format-history.ts');
      const text = formatHistory(found, steps, reading, layoutFor(context));
      await pageText(text, { isPaged: flags.pager }, context);
    });
  });
}

/** Versions are sorted by kind; a record that returned is compared with its last version before it vanished. */
function toSteps(versions: readonly RecordVersion[]): readonly Step[] {
  const last = new Map<string, RecordVersion>();
  return versions.map((version) => {
    const earlier = last.get(version.kind);
    if (version.json !== undefined) {
      last.set(version.kind, version);
    }
    return { version, earlier };
  });
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
