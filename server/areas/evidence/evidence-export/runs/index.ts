import type { Jobs } from '#platform/jobs/job-handlers';
import { exportEvidence } from './export.ts';

export const evidenceExportJobs = { evidence_export: { work: exportEvidence, minutes: 60 } } satisfies Partial<Jobs>;
