import type { html } from 'hono/html';

/** A piece of a page. Texts that are put into it are escaped by `html` of hono/html. */
export type Markup = ReturnType<typeof html>;
