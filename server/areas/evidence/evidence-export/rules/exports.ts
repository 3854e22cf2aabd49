/** Compares the inputs of exports and computes when archives expire (evidence-export, rules 13 to 15). */
import { isObject } from '#platform/json-object';

export interface ExportInput {
  readonly includeJson: boolean;
  readonly frameworkInstanceId?: string;
}

/** Archives are deleted after 7 days. */
const retentionMs = 7 * 24 * 3_600_000;
/** The folder in which archives are stored, inside the folder of the organization. */
export const exportFolder = 'exports';

/** @param input the stored input of a run, of any type @returns the input with defaults for missing or invalid fields */
export function exportInputOf(input: unknown): ExportInput {
  const { includeJson, frameworkInstanceId } = isObject(input) ? input : {};
  return { includeJson: includeJson === true, ...(typeof frameworkInstanceId === 'string' && { frameworkInstanceId }) };
}

/** @returns whether a run has the same input as the requested export. @param input the stored input of the run */
export function isSameExport(input: unknown, requestedInput: ExportInput): boolean {
  const { includeJson, frameworkInstanceId } = exportInputOf(input);
  return includeJson === requestedInput.includeJson && frameworkInstanceId === requestedInput.frameworkInstanceId;
}

/** @param completedAt when the archive was completed @returns the timestamp when the archive expires */
export function archiveExpiry(completedAt: Date): string {
  return new Date(completedAt.getTime() + retentionMs).toISOString();
}
