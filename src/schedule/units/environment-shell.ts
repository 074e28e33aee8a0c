/**
 * A line for /bin/sh that takes variables from the file `$1` and becomes the program behind it. The file is read, not run:
 * `NAME=value` as systemd has it, so that an address with `&` or `;` in it is a value, and no command.
 */
export const ENVIRONMENT_SHELL = `if [ -r "$1" ]; then
while IFS= read -r line || [ -n "$line" ]; do
name=\${line%%=*}; value=\${line#*=};
case $line in [A-Za-z_]*=*) ;; *) continue ;; esac;
case $name in *[!A-Za-z0-9_]*) continue ;; esac;
case $value in \\"*\\") value=\${value#\\"}; value=\${value%\\"} ;; \\'*\\') value=\${value#\\'}; value=\${value%\\'} ;; esac;
export "$name=$value";
done < "$1"; fi;
shift; exec "$@"`.replaceAll('\n', ' ');
