/** Detects files that could be executed (attachments, rules 2 and 3). */

const extensions = new Set([
  'exe',
  'bat',
  'cmd',
  'com',
  'scr',
  'msi',
  'js',
  'vbs',
  'vbe',
  'wsf',
  'wsh',
  'ps1',
  'sh',
  'bash',
  'zsh',
  'dll',
  'sys',
  'drv',
  'app',
  'deb',
  'rpm',
  'jar',
  'pif',
  'lnk',
  'cpl',
  'hta',
  'reg',
]);
const types = new Set([
  'application/x-msdownload',
  'application/x-msdos-program',
  'application/x-executable',
  'application/x-sh',
  'application/x-bat',
  'text/x-sh',
  'text/x-python',
  'text/x-perl',
  'text/x-ruby',
  'application/x-httpd-php',
  'application/x-javascript',
  'application/javascript',
  'text/javascript',
]);

/**
 * Returns whether a name has the extension of an executable. Ignores what some systems drop when they store a file: invisible characters,
 * folders, an alternate data stream after a colon, text after a semicolon, and trailing dots and spaces. Full-width letters count as ASCII.
 * A colon or semicolon followed by a space and a word is punctuation, as in `Node.js: review.pdf`: downloads and archives replace it
 * (`dispositionOf`, `toFileName`), so it addresses no stream there.
 */
export function isExecutableName(name: string): boolean {
  const visibleName = name.normalize('NFKC').replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
  const lastPart = visibleName.split(/[/\\]/).findLast((part) => /[^.\s]/.test(part)) ?? '';
  const [nameOnly = ''] = lastPart.split(/[:;](?!\s{1,4}[\p{L}\p{N}])/u, 1);
  return extensions.has(/\.([^.]*)$/.exec(nameOnly.replace(/(?<![.\s])[.\s]+$/, ''))?.[1]?.toLowerCase() ?? '');
}

/** @param type as returned by `mediaTypeOf` */
export function isExecutableType(type: string): boolean {
  return types.has(type);
}

/** Returns the media type without parameters, in lower case. */
export function mediaTypeOf(fileType: string): string {
  return (fileType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
