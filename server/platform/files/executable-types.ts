/** Files that are refused, because they could be executed (spec/areas/attachments, rules 2 and 3). */

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

/** Also with dots and blanks at the end, which some systems leave out. */
export function isExecutableName(name: string): boolean {
  return extensions.has(/\.([^.]*)$/.exec(name.replace(/(?<![. ])[. ]+$/, ''))?.[1]?.toLowerCase() ?? '');
}

/** @param type as `mediaTypeOf` gives it */
export function isExecutableType(type: string): boolean {
  return types.has(type);
}

/** Without parameters, in lower case. */
export function mediaTypeOf(fileType: string): string {
  return (fileType.split(';', 1)[0] ?? '').trim().toLowerCase();
}
