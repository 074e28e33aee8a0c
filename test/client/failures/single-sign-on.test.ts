import { expect, it } from 'vitest';
import { readSingleSignOn } from '../../../src/client/failures/single-sign-on.ts';
import { DIALECTS } from '../../../src/model/dialects.table.ts';

const URL_OF = 'https://service.example/orgs/acme/sso?authorization_request=A1';

it.each<[string, string | undefined, readonly string[]]>([
  [`required; url=${URL_OF}`, URL_OF, []],
  [`Required; organization=acme; url=${URL_OF}`, URL_OF, []],
  [`required; url=${URL_OF};B2`, `${URL_OF};B2`, []],
  ['required; url=javascript:alert(1)', undefined, []],
  [`partial-results; url=${URL_OF}; organizations=21955855, 20582480`, undefined, ['21955855', '20582480']],
  ['partial-results', undefined, ['(unnamed)']],
  ['required; organizations=1', undefined, []],
  ['', undefined, []],
])('readSingleSignOn() reads "%s"', (header, authorizeUrl, leftOut) => {
  const dialect = DIALECTS.service;
  const headers = new Map([[dialect.singleSignOnHeader.toLowerCase(), header]]);
  const found = readSingleSignOn({ headers }, dialect);
  expect([found.authorizeUrl?.href, found.leftOut]).toEqual([authorizeUrl, leftOut]);
});
