/** A step of the build, once this is compiled: the schemas of manifests as code. */

import { writeManifestSchemas } from './manifest/read-manifests.ts';

writeManifestSchemas();
