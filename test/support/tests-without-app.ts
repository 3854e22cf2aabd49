/**
 * The prefixes of paths in test/ whose tests call no app in their own process, because they need no database, or start servers that have
 * a database of their own.
 */
export const testsWithoutApp = [
  'admin.copy',
  'browser/',
  'config',
  'demonstration',
  'database/embedded',
  'database/guests',
  'extraction',
  'faults/',
  'layers',
  'linear',
  'mock/',
  'package/',
  'pdf',
  'policy-documents',
  'policy-texts',
  'redaction',
  'scripts/',
  'trusted',
  'workers',
  'workflows/',
] as const;
