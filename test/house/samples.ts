import { fileURLToPath } from 'node:url';

const pathOf = (name: string) => fileURLToPath(new URL(`../fixtures/archives/${name}`, import.meta.url));

/** An archive as the service writes it today, made by the sandbox. */
export const CURRENT = pathOf('current.tar.gz');

/** One as it was written in 2019. */
export const OLD = pathOf('2019.tar.gz');
