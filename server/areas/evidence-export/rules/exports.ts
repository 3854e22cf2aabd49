/** What is asked of an export of the organization (spec/areas/evidence-export, rules 13 to 15). */
import { isObject } from '../../../platform/json-object.ts';

export interface ExportInput {
  readonly includeJson: boolean;
  readonly frameworkInstanceId?: string;
}

/** How long an archive is kept, in milliseconds. */
const keptMs = 7 * 24 * 3_600_000;
/** Where archives are stored, below the folder of the organization. */
export const exportFolder = 'exports';

/** @param input of a run, as it was stored */
export function exportInputOf(input: unknown): ExportInput {
  const { includeJson, frameworkInstanceId } = isObject(input) ? input : {};
  return { includeJson: includeJson === true, ...(typeof frameworkInstanceId === 'string' && { frameworkInstanceId }) };
}

/** @returns whether a run was asked for in the same way. @param input of the run, as it was stored */
export function isSameExport(input: unknown, wanted: ExportInput): boolean {
  const { includeJson, frameworkInstanceId } = exportInputOf(input);
  return includeJson === wanted.includeJson && frameworkInstanceId === wanted.frameworkInstanceId;
}

/** @param finished when the archive was finished @returns when it is deleted */
export function endOfArchive(finished: Date): string {
  return new Date(finished.getTime() + keptMs).toISOString();
}
