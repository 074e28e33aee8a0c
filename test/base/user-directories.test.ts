import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeDirectory, namedHome, userDirectory } from '../../src/base/user-directories.ts';

const NAMES = ['cache', 'configuration', 'data', 'state'] as const;

describe('userDirectory()', () => {
  it.each([
    [
      'linux',
      ['/h/.cache/satchel', '/h/.config/satchel', '/h/.local/share/satchel', '/h/.local/state/satchel'],
    ],
    [
      'darwin',
      [
        '/h/Library/Caches/satchel',
        '/h/.config/satchel',
        '/h/Library/Application Support/satchel',
        '/h/.local/state/satchel',
      ],
    ],
    [
      'win32',
      [
        '/h/AppData/Local/satchel/cache',
        '/h/AppData/Roaming/satchel',
        '/h/AppData/Local/satchel',
        '/h/AppData/Local/satchel/state',
      ],
    ],
  ] as const)('is below the home directory in the usual place of %s', (platform, expected) => {
    const places = NAMES.map((name) => userDirectory(name, { env: {}, home: '/h', platform }));
    expect(places).toEqual(expected);
  });

  it('follows the XDG variables, and those of Windows', () => {
    const env = { XDG_CACHE_HOME: '/c', LOCALAPPDATA: '/l', APPDATA: '/a' };
    const read = (platform: NodeJS.Platform) =>
      NAMES.map((name) => userDirectory(name, { env, home: undefined, platform }));
    expect(read('linux')).toEqual(['/c/satchel', undefined, undefined, undefined]);
    expect(read('win32')).toEqual(['/c/satchel', '/a/satchel', '/l/satchel', '/l/satchel/state']);
  });

  it.each(['', 'relative/cache'])('ignores a variable with the value %j', (XDG_CACHE_HOME) => {
    const place = { env: { XDG_CACHE_HOME }, home: '/h', platform: 'linux' } as const;
    expect(userDirectory('cache', place)).toBe(join('/h', '.cache', 'satchel'));
  });
});

describe('homeDirectory()', () => {
  it('is the one in the environment, else that of the system', () => {
    expect(homeDirectory({ HOME: '/h' })).toBe('/h');
    expect(homeDirectory({})).toBe(homedir());
    expect(namedHome({ HOME: '' })).toBeUndefined();
    expect(namedHome({ USERPROFILE: 'C:\\Users\\x' })).toBe(homedir());
  });
});
