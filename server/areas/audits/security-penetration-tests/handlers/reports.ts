/** Returns reports with the organization's notes at the end (security-penetration-tests, rule 7). */
import { stateOf } from '#contract/states';
import { penetrationTestStatus } from '#generated/transitions';
import { Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import type { OrganizationDatabase } from '#platform/database/handle';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { TooBusy } from '#platform/workers/fair-queue';
import { withNotePages } from '../documents/render.ts';
import { listNotesAbout } from '../queries/notes.ts';
import { findTest } from '../queries/tests.ts';
import { withNotes } from '../rules/report.ts';

export const reports: Pick<Handlers<'security-penetration-tests'>, 'getPenetrationTestReport' | 'getPenetrationTestPdf'> = {
  async getPenetrationTestReport({ path, db }) {
    const reportData = await findReport(db, path.id);
    if (isRefusal(reportData)) return reportData;
    return {
      status: 200,
      type: 'text/markdown',
      headers: { 'Cache-Control': 'no-store' },
      body: withNotes(reportData.report, reportData.notes),
    };
  },

  async getPenetrationTestPdf({ path, db, ports: { files } }) {
    const reportData = await findReport(db, path.id);
    if (isRefusal(reportData)) return reportData;
    const { organizationId } = db;
    return new Deferred(async () => {
      const report = await files.read(reportData.key);
      if (!report) throw new Error('the file of a report is missing');
      const body = reportData.notes.length
        ? await withNotePages(organizationId, report, reportData.targetUrl, reportData.notes).catch((error: unknown) => {
            // If the server is busy, the caller can retry. After any other error, the report is returned without the notes.
            if (error instanceof TooBusy) throw error;
            return report;
          })
        : report;
      return {
        status: 200,
        type: 'application/pdf',
        headers: {
          'Content-Disposition': `attachment; filename="penetration-test-${path.id}.pdf"`,
          'Cache-Control': 'no-store',
        },
        body,
      };
    });
  },
};

async function findReport(db: OrganizationDatabase, id: string) {
  const foundTest = await findTest(db, id);
  if (!foundTest) return refusal('penetration_test_not_found');
  const { report, reportKey, target } = foundTest.internal;
  if (report === null || reportKey === null)
    return refusal('penetration_test_not_completed', stateOf(penetrationTestStatus, foundTest.test.status));
  return { report, key: reportKey, targetUrl: foundTest.test.targetUrl, notes: await listNotesAbout(db, target) };
}
