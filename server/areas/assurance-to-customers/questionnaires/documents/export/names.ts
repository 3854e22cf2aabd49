/** Media types and file names of exports (questionnaires, rule 12). */
import type { components } from '#generated/api';

export type ExportFormat = components['schemas']['QuestionnaireExportFormat'];

export const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const satisfies Record<ExportFormat, string>;

export function exportName(title: string, format: ExportFormat): string {
  return format === 'zip' ? `${title}-all-formats.zip` : `${title}.${format}`;
}
