/** Inputs and retention of exports of the organization (evidence-export, rules 13 to 15). */
import { isObject } from '#platform/json-object';

export interface ExportInput {
  readonly includeJson: boolean;
  readonly frameworkInstanceId?: string;
}

/** Retention of an archive, in milliseconds. */
const retentionMs = 7 * 24 * 3_600_000;
/** The folder of archives within the folder of the organization. */
export const exportFolder = 'exports';

/** @param input the stored input of a run */
export function exportInputOf(input: unknown): ExportInput {
  const { includeJson, frameworkInstanceId } = isObject(input) ? input : {};
  return { includeJson: includeJson === true, ...(typeof frameworkInstanceId === 'string' && { frameworkInstanceId }) };
}

/** @returns whether the run has the same input. @param input the stored input of the run */
export function isSameExport(input: unknown, wanted: ExportInput): boolean {
  const { includeJson, frameworkInstanceId } = exportInputOf(input);
  return includeJson === wanted.includeJson && frameworkInstanceId === wanted.frameworkInstanceId;
}

/** @param finished when the archive was completed @returns when it is deleted */
export function archiveExpiry(finished: Date): string {
  return new Date(finished.getTime() + retentionMs).toISOString();
}
