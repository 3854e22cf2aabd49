import type { Database } from '../platform/database/open.ts';
import type { Due } from '../platform/jobs/schedule.ts';
import type { Ports } from '../platform/ports/index.ts';
import { startDueScans } from './cloud-security/runs/schedule.ts';
import { startDue } from './integrations/runs/schedule.ts';
import { makeSignedLetters } from './letter-of-engagement/runs/documents.ts';
import { expireLetters, remindOfLetters } from './letter-of-engagement/runs/letters.ts';
import { reviewDue } from './policies/runs/schedule.ts';
import { remindOfReviews } from './risks/runs/reviews.ts';
import { readDueAttachments } from './search/runs/schedule.ts';
import { startDueAutomations } from './task-automations/runs/schedule.ts';
import { reviewDueTasks } from './tasks/runs/due.ts';
import { checkTimelines } from './timelines/runs/check.ts';
import { mailCertificates } from './training/runs/certificates.ts';
import { assessMonthly } from './vendors/runs/monthly.ts';
import { remindOfVendorReviews } from './vendors/runs/reviews.ts';

/** What comes due by the clock. */
export function schedules(database: Database, ports: Ports): Due[] {
  return [
    (now) => startDue(database, now),
    (now) => startDueScans(database, now),
    (now) => startDueAutomations(database, now),
    (now) => reviewDue(database, ports, now),
    (now) => remindOfReviews(database, ports, now),
    (now) => remindOfVendorReviews(database, ports, now),
    (now) => assessMonthly(database, now),
    (now) => reviewDueTasks(database, ports, now),
    (now) => checkTimelines(database, ports, now),
    (now) => mailCertificates(database, now),
    () => expireLetters(database),
    (now) => remindOfLetters(database, ports, now),
    (now) => makeSignedLetters(database, ports, now),
    (now) => readDueAttachments(database, now),
  ];
}
