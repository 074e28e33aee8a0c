import type { Environment } from './user-directories.ts';

/** What programs need to find their files, a display, a language, a time zone and certificates, on any system. */
const PLAIN = new RegExp(
  `^(?:${[
    'PATH|PATHEXT|HOME|USER|LOGNAME|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH|HOSTNAME|SHELL|COMSPEC|TERM|COLORTERM|NO_COLOR',
    'SYSTEMROOT|SYSTEMDRIVE|WINDIR|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|PWD|TMP|TEMP|TMPDIR|TZ|LANG|LANGUAGE|LC_[A-Z]+',
    'DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_[A-Z_]+|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS',
    'HTTP_PROXY|HTTPS_PROXY|ALL_PROXY|NO_PROXY',
  ].join('|')})$`,
  'i',
);

/** The variables that hold no secret, for programs that need none. A list of secret names would never be complete. */
export function plainVariables(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name, value = '']) => PLAIN.test(name) && !value.includes('@')), // Proxies may have passwords.
  );
}
