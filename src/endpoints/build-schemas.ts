/** A step of the build, once this is compiled: the schemas of answers as code, next to the code that uses them. */

import { writeAnswerSchemas } from './answer-reader.ts';

writeAnswerSchemas();
