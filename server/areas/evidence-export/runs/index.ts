import type { Jobs } from '../../../platform/jobs/job-handlers.ts';
import { exportEvidence } from './export.ts';

export const evidenceExportWorks = { evidence_export: { work: exportEvidence, minutes: 60 } } satisfies Partial<Jobs>;
