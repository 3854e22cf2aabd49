import type { Database } from '#platform/database/open';
import type { QueueDueWork } from '#platform/jobs/schedule';
import type { Ports } from '#platform/ports/index';
import { startDueScans } from '#areas/integrations/cloud-security/runs/schedule';
import { startDueRuns } from '#areas/integrations/integrations/runs/schedule';
import { createSignedLetterPdfs } from '#areas/audits/letter-of-engagement/runs/documents';
import { expireLetters, remindOfLetters } from '#areas/audits/letter-of-engagement/runs/letters';
import { markDueForReview } from '#areas/compliance-program/policies/runs/schedule';
import { remindOfReviews } from '#areas/risk-management/risks/runs/reviews';
import { readDueAttachments } from '#areas/collaboration/search/runs/schedule';
import { startDueAutomations } from '#areas/evidence/task-automations/runs/schedule';
import { reviewDueTasks } from '#areas/evidence/tasks/runs/due';
import { checkTimelines } from '#areas/audits/timelines/runs/check';
import { mailCertificates } from '#areas/workforce/training/runs/certificates';
import { assessMonthly } from '#areas/risk-management/vendors/runs/monthly';
import { remindOfVendorReviews } from '#areas/risk-management/vendors/runs/reviews';

/** Everything that runs on a schedule. */
export function schedules(database: Database, ports: Ports): QueueDueWork[] {
  return [
    (now) => startDueRuns(database, now),
    (now) => startDueScans(database, now),
    (now) => startDueAutomations(database, now),
    (now) => markDueForReview(database, ports, now),
    (now) => remindOfReviews(database, ports, now),
    (now) => remindOfVendorReviews(database, ports, now),
    (now) => assessMonthly(database, now),
    (now) => reviewDueTasks(database, ports, now),
    (now) => checkTimelines(database, ports, now),
    (now) => mailCertificates(database, now),
    () => expireLetters(database),
    (now) => remindOfLetters(database, ports, now),
    (now) => createSignedLetterPdfs(database, ports, now),
    (now) => readDueAttachments(database, now),
  ];
}
