import { locationOf } from '../../addresses/location-of.ts';
import { defineFile } from '../../page.ts';
import { prefixLinks, TO_OTHERS } from '../../serve/prefix-links.ts';

/** Any page with only the repositories of some owners. */
export const ofOwners = defineFile(async ({ store, answerOf }, { params, http }) => {
  const url = new URL(http.url);
  const prefix = /^\/-\/owners\/[^/]+/.exec(url.pathname)?.[0] ?? '';
  const rest = url.pathname.slice(prefix.length) || '/';
  const [, at = '', page = ''] = /^(\/-\/at\/[^/]+)(.*)$/.exec(rest) ?? [];
  if (at !== '' || answerOf === undefined) {
    // The snapshot comes first: each is a store of its own.
    const path = at === '' ? rest : `${at}${prefix}${page}`;
    return new Response(null, { status: 302, headers: { Location: locationOf(`${path}${url.search}`) } });
  }
  const owners = (params['owners'] ?? '').split(',').filter((owner) => owner !== '');
  const known = store.allOwners();
  const spelled = owners.map(
    (owner) => known.find((one) => one.toLowerCase() === owner.toLowerCase()) ?? owner,
  );
  url.pathname = rest;
  const response = await answerOf(spelled, new Request(url, http));
  return await prefixLinks(response, { prefix, except: TO_OTHERS });
});
