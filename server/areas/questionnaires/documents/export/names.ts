/** What the files of an export are called (spec/areas/questionnaires, rule 12). */
import type { components } from '../../../../../generated/api.d.ts';

export type ExportFormat = components['schemas']['QuestionnaireExportFormat'];

export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const satisfies Record<ExportFormat, string>;

/** The name that the file came with, without its extension and without what no file name may have. */
export function titleOf(fileName: string): string {
  return (
    fileName
      .replace(/\.[^./\\]{1,10}$/, '')
      .replace(/[<>:"/\\|?*\u0000-\u001f\u007f]/g, '_')
      .trim() || 'questionnaire'
  );
}

export function exportName(title: string, format: ExportFormat): string {
  return format === 'zip' ? `${title}-all-formats.zip` : `${title}.${format}`;
}
