import { expect, it } from 'vitest';
import { plainVariables } from '../../src/base/index.ts';

const PLAIN = {
  PATH: '/usr/bin',
  Path: 'C:\\bin',
  HOME: '/home/mira',
  LC_ALL: 'C.UTF-8',
  XDG_RUNTIME_DIR: '/run/user/1000',
  HTTPS_PROXY: 'http://proxy.example:3128',
  SystemRoot: 'C:\\Windows',
};

const SECRET = {
  SATCHEL_TOKEN: 'a',
  github_token: 'b',
  AWS_SECRET_ACCESS_KEY: 'c',
  RESTIC_PASS: 'd',
  Database_Url: 'postgres://me:e@db.example/x',
  API_KEY: 'f',
  PGPASSWORD: 'g',
  MY_CREDENTIALS: 'h',
  http_proxy: 'http://me:i@proxy.example:3128',
  PATH_SECRET: 'j',
  SSH_AUTH_SOCK: '/tmp/agent',
};

it('leaves the variables that may hold a secret out, whatever they are called', () => {
  expect(plainVariables({ ...PLAIN, ...SECRET })).toEqual(PLAIN);
});
