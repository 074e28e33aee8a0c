import { expect, it } from 'vitest';
import { nameCommands } from '../../../src/cli/render/name-commands.ts';

it.each([
  ['the journal is damaged. A repair of the vault records it', '"satchel vault repair" records it'],
  ['it is not in the store; a rebuild of the vault loads it', '"satchel vault rebuild" loads it'],
  [
    'its repositories stay locked; unlocking the migration unlocks them',
    '"satchel export unlock" unlocks them',
  ],
])('nameCommands() names the command that "%s" means', (text, end) => {
  expect(nameCommands(text).endsWith(end)).toBe(true);
});
