/** A step of the build, after compilation: writes the schemas of our own files as code. */

import { writeOwnFileSchemas } from './own-files.ts';

writeOwnFileSchemas();
