import { validateDocsConfig as validate } from '../../app/docs-config.ts';
import type { Violation } from '../../base/schema-compiler.ts';
import { findNeeds, type NeedFilter, TOKEN_KINDS, type TokenNeed } from '../../model/token-needs.ts';
import { requireArgument, requireOptions } from './check-arguments.ts';
import { FLAG, oneOf, optional, type ShapesOf, TEXT } from './shapes.ts';

/**
 * What tokens need for a call such as `GET /orgs/acme/teams`, or for all calls. Throws a `Failure` with the code `absent` if
 * nothing matches, and `usage` if the call is not a method and a path.
 *
 * @example
 * for (const { call, needs } of await findTokenNeeds('GET /orgs/acme/teams')) console.log(call, needs);
 */
export async function findTokenNeeds(call?: string, filter: NeedFilter = {}): Promise<readonly TokenNeed[]> {
  requireArgument('look up the call', 'call', call, optional(TEXT));
  const known: ShapesOf<NeedFilter> = { tokenKind: oneOf(TOKEN_KINDS), permission: TEXT };
  requireOptions('look up the call', filter, { known });
  return findNeeds(call, filter);
}

/**
 * Everything that is wrong with the configuration of a documentation site (specification 2.10); with `isLax`, by the schema
 * of the sites of today, in which `docSearch` is optional and pages have further members.
 *
 * @example
 * for (const { pointer, message } of await validateDocsConfig(config)) console.error(pointer, message);
 */
export async function validateDocsConfig(
  configuration: unknown,
  options: { readonly isLax?: boolean | undefined } = {},
): Promise<readonly Violation[]> {
  requireOptions('validate the configuration', options, { known: { isLax: FLAG } });
  return await validate(configuration, { isLax: options.isLax ?? false });
}
