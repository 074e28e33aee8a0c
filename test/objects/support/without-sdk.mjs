import { register } from 'node:module';

/** Hides the SDK from the installed program, as if it had not been installed next to it: `node --import` this module. */
const hooks = `
export async function resolve(specifier, context, next) {
  return await next(specifier === '@aws-sdk/client-s3' ? '@aws-sdk/absent' : specifier, context);
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
