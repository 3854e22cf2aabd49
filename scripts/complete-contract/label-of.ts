/** Turns a value of an enumeration into words for people. */

/** Words that are not written as they are in a value. */
const words: Readonly<Record<string, string>> = {
  ac: 'access control',
  ai: 'AI',
  api: 'API',
  arm64: 'ARM64',
  asc: 'ascending',
  aws: 'AWS',
  bola: 'BOLA',
  builtin: 'built-in',
  ccpa: 'CCPA',
  csrf: 'CSRF',
  csv: 'CSV',
  desc: 'descending',
  docx: 'DOCX',
  dss: 'DSS',
  eu: 'EU',
  gcp: 'GCP',
  gdpr: 'GDPR',
  hipaa: 'HIPAA',
  hr: 'HR',
  idor: 'IDOR',
  isms: 'ISMS',
  iso: 'ISO',
  it: 'IT',
  json: 'JSON',
  jwt: 'JWT',
  macos: 'macOS',
  mfa: 'MFA',
  nda: 'NDA',
  nen: 'NEN',
  oauth2: 'OAuth 2.0',
  pci: 'PCI',
  pdf: 'PDF',
  pentest: 'penetration test',
  pipeda: 'PIPEDA',
  rbac: 'RBAC',
  soa: 'SoA',
  soc: 'SOC',
  ssrf: 'SSRF',
  svg: 'SVG',
  todo: 'to do',
  type: 'Type',
  url: 'URL',
  warn: 'warning',
  x64: 'x64',
  xlsx: 'XLSX',
  xss: 'XSS',
  xxe: 'XXE',
  zip: 'ZIP',
};
/** Words that begin in lower case, also at the beginning of a label. */
const lowerCaseNames: readonly string[] = ['macOS', 'x64'];

/** @returns `in_review` as `In review`, `iso27001` as `ISO 27001`, `risk:read` as `Risk: read`, and text with a capital as it is */
export function labelOf(value: string): string {
  if (/^[A-Z].*[a-z]/.test(value)) return value;
  const isUpperCase = /^[A-Z0-9_]+$/.test(value);
  const text = (isUpperCase ? value.toLowerCase() : value.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .split(':')
    .map((part) =>
      part
        .split(/[_\s-]+/)
        .map(writtenWord)
        .join(' '),
    )
    .join(': ');
  return lowerCaseNames.some((name) => text.startsWith(name)) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

function writtenWord(word: string): string {
  const [, letters = '', digits = ''] = /^(iso|nen|soc|type)(\d+)$/.exec(word) ?? [];
  if (digits) return `${words[letters]} ${digits}`;
  return Object.hasOwn(words, word) ? (words[word] ?? word) : word.replace(/^(\d+)(?=[a-z])/, '$1 ');
}
