import { register } from 'node:module';

/**
 * Lets the installed program find the SDK among the packages of this project, as if it had been installed next to it:
 * `node --import` this module.
 */
const hooks = `
export async function resolve(specifier, context, next) {
  const isSdk = specifier === '@aws-sdk/client-s3';
  return await next(specifier, isSdk ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context);
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
