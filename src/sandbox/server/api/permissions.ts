/** Permissions by name, as the header of accepted permissions spells them. */
export type PermissionGrants = Readonly<Record<string, 'read' | 'write'>>;

/** Stands in the header where no permission is needed. */
export const NO_PERMISSION_NEEDED = 'allows_permissionless_access=true';

/**
 * True when the grants are what an endpoint accepts: in its header's grammar commas join what is needed together
 * and semicolons part alternatives. An empty text accepts nothing.
 */
export function acceptsPermissions(accepted: string, granted: PermissionGrants): boolean {
  return accepted.split(';').some((alternative) => {
    const wanted = alternative.split(',').map((item) => item.trim());
    return wanted.every((item) => item === NO_PERMISSION_NEEDED || isGranted(item, granted));
  });
}

/** A right to write includes the right to read. */
function isGranted(item: string, granted: PermissionGrants): boolean {
  const [name = '', access] = item.split('=');
  const held = granted[name];
  return held !== undefined && (held === access || held === 'write');
}
