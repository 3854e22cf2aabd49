/** Data of evidence files for the onboarding of members, and for a departure. */
import type { FileName } from '../files.ts';
import type { PersonName } from './people.ts';

export interface EmploymentEvidenceData {
  readonly who: PersonName;
  readonly event: 'onboard' | 'offboard';
  readonly file: FileName;
  readonly by: PersonName;
  /** When the file was uploaded, in days before today. */
  readonly ago: number;
}

export const employmentEvidence: readonly EmploymentEvidenceData[] = [
  { who: 'saoirse', event: 'onboard', file: 'contract', by: 'ingrid', ago: 228 },
  { who: 'ruben', event: 'onboard', file: 'contract', by: 'ingrid', ago: 230 },
  { who: 'gideon', event: 'offboard', file: 'checklist', by: 'ingrid', ago: 45 },
];
