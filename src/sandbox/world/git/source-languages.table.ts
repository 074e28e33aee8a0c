export type LanguageName = 'TypeScript' | 'Python' | 'Go' | 'Rust';

/** How source files of a language look. Templates use the words name, type, noun, other and number. */
export interface SourceLanguage {
  readonly folder: string;
  readonly testFolder: string;
  readonly extension: string;
  /** How a test file is called. */
  readonly testName: string;
  readonly manifest: { readonly path: string; readonly text: string };
  readonly header: string;
  readonly block: string;
  /** Lines that can stand beside any other statement. */
  readonly statements: readonly string[];
  /** Which lines of a file are statements, the text before them being their indentation. */
  readonly statementPattern: RegExp;
}

/** How each of them looks. */
export const SOURCE_LANGUAGES: Readonly<Record<LanguageName, SourceLanguage>> = {
  TypeScript: {
    folder: 'src',
    testFolder: 'test',
    extension: 'ts',
    testName: '{name}.test.ts',
    manifest: {
      path: 'package.json',
      text: '{\n  "name": "{project}",\n  "version": "0.1.0",\n  "type": "module",\n  "scripts": {\n    "test": "vitest run"\n  }\n}\n',
    },
    header: "import type { Settings } from './settings.ts';\n",
    block: `
/** Reads {noun} and tells how many were of use. */
export function read{type}(lines: readonly string[], settings: Settings): number {
  const limit = settings.limit ?? {number};
  let count = 0;
  for (const line of lines.slice(0, limit)) {
    const value = line.trim();
    count += value === '' ? 0 : 1;
  }
  return count;
}
`,
    statements: [
      'const {name}Limit = Math.min({number}, settings.limit ?? {number});',
      'const {name}Offset = settings.offset ?? {number}; // {noun} may start late',
      'settings.onProgress?.({number});',
      'if (lines.length > {number}) throw new RangeError("Too many {noun}");',
      'const {name}Name = ["{other}", settings.locale, {number}].join("-");',
    ],
    statementPattern: /^( +)(?:const|let|count|return)\b.*;$/,
  },
  Python: {
    folder: 'app',
    testFolder: 'tests',
    extension: 'py',
    testName: 'test_{name}.py',
    manifest: {
      path: 'pyproject.toml',
      text: '[project]\nname = "{project}"\nversion = "0.1.0"\nrequires-python = ">=3.9"\n',
    },
    header: 'from __future__ import annotations\n\nimport logging\n\nlog = logging.getLogger(__name__)\n',
    block: `

def read_{name}(lines, limit={number}):
    """Read {noun} and tell how many were of use."""
    count = 0
    for line in lines[:limit]:
        value = line.strip()
        count += 1 if value else 0
    log.debug("%d of the {noun} were of use", count)
    return count
`,
    statements: [
      '{name}_limit = min({number}, len(lines))',
      'log.info("{noun} begin at %d", {number})',
      '{name}_offset = {number}  # {noun} may start late',
      'lines = [line for line in lines if len(line) < {number}]',
      '{name}_name = f"{other}-{limit}-{number}"',
    ],
    statementPattern: /^( {4,})(?:count|value|log|return)\b.*$/,
  },
  Go: {
    folder: 'internal',
    testFolder: 'internal',
    extension: 'go',
    testName: '{name}_test.go',
    manifest: { path: 'go.mod', text: 'module example.org/{project}\n\ngo 1.21\n' },
    header: 'package internal\n\nimport (\n\t"fmt"\n\t"strings"\n)\n',
    block: `
// Read{type} reads {noun} and tells how many were of use.
func Read{type}(lines []string, limit int) (int, error) {
	count := 0
	for index, line := range lines {
		value := strings.TrimSpace(line)
		if index > limit+{number} {
			return count, fmt.Errorf("too many {noun}: %d", index)
		}
		count += len(value)
	}
	return count, nil
}
`,
    statements: [
      '{name}Limit := min({number}, limit)',
      'fmt.Fprintln(os.Stderr, "{noun} begin at", {number})',
      '{name}Offset := {number} // {noun} may start late',
      'if limit > {number} { limit = {number} }',
      '{name}Name := fmt.Sprintf("{other}-%d-{number}", limit)',
    ],
    statementPattern: /^(\t+)(?:count|value|return)\b.*$/,
  },
  Rust: {
    folder: 'src',
    testFolder: 'tests',
    extension: 'rs',
    testName: '{name}.rs',
    manifest: {
      path: 'Cargo.toml',
      text: '[package]\nname = "{project}"\nversion = "0.1.0"\nedition = "2021"\n',
    },
    header: 'use crate::settings::Settings;\n',
    block: `
/// Reads {noun} and tells how many were of use.
pub fn read_{name}(lines: &[String], settings: &Settings) -> usize {
    let limit = settings.limit.unwrap_or({number});
    let mut count = 0;
    for line in lines.iter().take(limit) {
        let value = line.trim();
        count += usize::from(!value.is_empty());
    }
    count
}
`,
    statements: [
      'let {name}_limit = limit.min({number});',
      'let {name}_offset = settings.offset.unwrap_or({number}); // {noun} may start late',
      'debug_assert!(lines.len() < {number}, "too many {noun}");',
      'log::debug!("{noun} begin at {}", {number});',
      'let {name}_name = format!("{other}-{}-{number}", limit);',
    ],
    statementPattern: /^( +)(?:let|count)\b.*;$/,
  },
};
