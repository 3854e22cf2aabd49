/** Maps media types to the kinds of files whose text can be extracted (questionnaires, rule 1). */

const types = {
  'application/pdf': 'pdf',
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/jpg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/bmp': 'image',
  'image/tiff': 'image',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/html': 'html',
  'text/markdown': 'markdown',
  'text/csv': 'csv',
  'text/comma-separated-values': 'csv',
  'text/tab-separated-values': 'csv',
} as const;

export type FileKind = (typeof types)[keyof typeof types] | 'text';

/** @param type a media type in lowercase, without parameters @returns undefined if the type is not supported */
export function fileKindOf(type: string): FileKind | undefined {
  if (isSupported(type)) return types[type];
  return type.startsWith('text/') && !oldDocuments.has(type) ? 'text' : undefined;
}

const oldDocuments = new Set(['application/msword', 'application/rtf', 'text/rtf', 'text/richtext']);

/** @returns the supported format that replaces an old format; undefined for other types */
export function successorOf(type: string): 'XLSX' | 'DOCX' | undefined {
  return type === 'application/vnd.ms-excel' ? 'XLSX' : oldDocuments.has(type) ? 'DOCX' : undefined;
}

function isSupported(type: string): type is keyof typeof types {
  return Object.hasOwn(types, type);
}
