/** What the files of an export are called (areas/questionnaires, rule 12). */
import type { components } from '../../../../generated/api.d.ts';

export type ExportFormat = components['schemas']['QuestionnaireExportFormat'];

/** The name that the file came with, without its extension and without what no file name may have. */
export function titleOf(fileName: string): string {
  return fileName.replace(/\.[^./\\]{1,10}$/, '').replace(/[<>:"/\\|?*\u0000-\u001f\u007f]/g, '_').trim() || 'questionnaire';
}

export function exportName(title: string, format: ExportFormat): string {
  return format === 'zip' ? `${title}-all-formats.zip` : `${title}.${format}`;
}

/** In ASCII for all clients, and as it is for those that know RFC 8187. */
export function disposition(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[^ -~]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}
