/** What only commands that call the service load. */
export { openService, withUsualOwner } from '../app/index.ts';
