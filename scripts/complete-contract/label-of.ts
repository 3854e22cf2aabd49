/** Turns a value of an enumeration into words for people. */

/** Words that are not written as they are in a value. */
const words: Readonly<Record<string, string>> = {
  ai: 'AI',
  api: 'API',
  arm64: 'ARM64',
  asc: 'ascending',
  aws: 'AWS',
  builtin: 'built-in',
  ccpa: 'CCPA',
  csv: 'CSV',
  desc: 'descending',
  docx: 'DOCX',
  dss: 'DSS',
  email: 'e-mail',
  eu: 'EU',
  gcp: 'GCP',
  gdpr: 'GDPR',
  hipaa: 'HIPAA',
  hr: 'HR',
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
  svg: 'SVG',
  todo: 'to do',
  url: 'URL',
  warn: 'warning',
  x64: 'x64',
  xlsx: 'XLSX',
  xss: 'XSS',
  zip: 'ZIP',
};
/** Values, and resources of permissions, whose label is not made of their words. */
const names: Readonly<Record<string, string>> = {
  ac: 'roles',
  app: 'logs and devices',
  boolean: 'yes or no',
  combobox: 'combo box',
  context: 'context entry',
  fail: 'failed',
  multi_select: 'multiple selection',
  pass: 'passed',
  portal: 'employee portal',
  select: 'selection',
  success: 'succeeded',
  textarea: 'long text',
  trust: 'trust portal',
};
/** Words that begin in lower case, also at the beginning of a label. */
const lowerCaseNames: readonly string[] = ['macOS', 'x64'];

/**
 * @returns `in_review` as `In review`, `iso27001` as `ISO 27001`, `risk:read` as `Risk: read`, and text with a capital as it is, but with
 * "and" for `&`
 */
export function labelOf(value: string): string {
  if (/^[A-Z].*[a-z]/.test(value)) return value.replaceAll(' & ', ' and ');
  const isUpperCase = /^[A-Z0-9_]+$/.test(value);
  const text = (isUpperCase ? value.toLowerCase() : value.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .split(':')
    .map(writtenPart)
    .join(': ');
  return lowerCaseNames.some((name) => text.startsWith(name)) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

function writtenPart(part: string): string {
  if (Object.hasOwn(names, part)) return names[part] ?? part;
  return part
    .split(/[_\s-]+/)
    .map(writtenWord)
    .join(' ');
}

function writtenWord(word: string): string {
  const [, letters = '', digits = ''] = /^(iso|nen|soc|type)(\d+)$/.exec(word) ?? [];
  if (digits) return `${letters === 'type' ? 'Type' : words[letters]} ${digits}`;
  return Object.hasOwn(words, word) ? (words[word] ?? word) : word.replace(/^(\d+)(?=[a-z])/, '$1 ');
}
