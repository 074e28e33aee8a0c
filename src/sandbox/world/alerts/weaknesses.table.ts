/** The vulnerabilities of invented advisories; `{package}` is the name of the package. */
export const WEAKNESSES = [
  {
    cwe: { id: 'CWE-1333', name: 'Inefficient Regular Expression Complexity' },
    severity: 'high',
    cvss3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', score: 7.5 },
    cvss4: { vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N', score: 8.7 },
    summary: '{package} takes exponential time for long separators',
    description:
      'A pattern in {package} backtracks over runs of separators.\n\n### Impact\n\nA text of 40 characters keeps a core busy for minutes.',
  },
  {
    cwe: { id: 'CWE-22', name: 'Improper Limitation of a Pathname to a Restricted Directory' },
    severity: 'critical',
    cvss3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N', score: 9.1 },
    cvss4: { vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:N/SC:N/SI:N/SA:N', score: 9.3 },
    summary: '{package} writes outside of the folder that it is given',
    description:
      'Names with `..` are joined before they are checked.\n\n### Workarounds\n\nCheck names before handing them to {package}.',
  },
  {
    cwe: { id: 'CWE-79', name: 'Improper Neutralization of Input During Web Page Generation' },
    severity: 'medium',
    cvss3: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', score: 6.1 },
    cvss4: { vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:A/VC:N/VI:N/VA:N/SC:L/SI:L/SA:N', score: 5.3 },
    summary: '{package} does not escape quotes in attributes',
    description: 'Values of attributes are written as they are, so that a quote ends them early.',
  },
  {
    cwe: { id: 'CWE-208', name: 'Observable Timing Discrepancy' },
    severity: 'low',
    cvss3: { vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N', score: 3.7 },
    cvss4: { vector: 'CVSS:4.0/AV:N/AC:H/AT:P/PR:N/UI:N/VC:L/VI:N/VA:N/SC:N/SI:N/SA:N', score: 2.3 },
    summary: '{package} compares secrets character by character',
    description: 'The time of a comparison reveals how much of a secret is right.',
  },
] as const;

export const ECOSYSTEMS: Readonly<Record<string, string>> = {
  TypeScript: 'npm',
  Python: 'pip',
};
