// @ts-check

/** The parts of a list of imports or exports, such as `type A, B as C`. */
export function splitNames(/** @type {string} */ list) {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** `A` of `type A as B`. */
export function importedName(/** @type {string} */ name) {
  return name.replace(/^type /, '').replace(/ as .*/, '');
}

/** `B` of `type A as B`. */
export function exportedName(/** @type {string} */ name) {
  return name.replace(/^type /, '').replace(/.* as /, '');
}
