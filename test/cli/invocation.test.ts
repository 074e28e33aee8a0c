import { expect, it } from 'vitest';
import { invocationOf } from '../../src/cli/invocation.ts';

it.each([
  ['an installed program', '/usr/bin/satchel', {}, 'satchel'],
  ['a built one', '/home/mira/satchel/dist/cli/main.js', {}, 'node satchel/dist/cli/main.js'],
  ['npm run', '/home/mira/dist/cli/main.js', { npm_lifecycle_event: 'demo' }, 'node dist/cli/main.js'],
  ['npx', '/x/.bin/satchel', { npm_lifecycle_event: 'npx', npm_config_package: '' }, 'npx --no satchel'],
  [
    'npx from a file',
    '/x/.bin/satchel',
    { npm_lifecycle_event: 'npx', npm_config_package: './satchel.tgz' },
    'npx --package ./satchel.tgz satchel',
  ],
])('invocationOf() names next steps as %s is typed', (_, script, env, words) => {
  expect(invocationOf({ script, env, cwd: '/home/mira' })).toBe(words);
});
