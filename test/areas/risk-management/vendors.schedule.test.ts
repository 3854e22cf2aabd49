/** Monthly assessments and review reminders of vendors. */
import { describe, expect, test } from 'vitest';
import { assessMonthly, nextAssessment } from '#areas/risk-management/vendors/runs/monthly';
import { remindOfVendorReviews } from '#areas/risk-management/vendors/runs/reviews';
import { startApp } from '../../support/app.ts';
import { mailsOf } from '../../support/comments.ts';
import { newMember } from '../../support/organization.ts';
import { waitForWork } from '../../support/runs.ts';
import { addAssessed, addVendor, read, runsOf } from '../../support/vendors.ts';

const app = startApp();

describe('the schedule', () => {
  test('every vendor with a public website is assessed once a month, on behalf of the oldest organization owner (rule 9)', async () => {
    const caller = await app.caller();
    const { call, organization } = caller;
    const [{ id }, withoutWebsite] = [await addAssessed(app, caller), await addVendor(call)];
    const due = nextAssessment(new Date());
    const dueAt = async () =>
      (await app.database.system.selectFrom('vendor').select('assessment_due_at').where('id', 'in', [id, withoutWebsite.id]).execute()).map(
        (row) => row.assessment_due_at,
      );
    expect(await dueAt()).toEqual([due.toISOString(), due.toISOString()]);
    await app.database.system
      .updateTable('vendor')
      .set({ assessment_due_at: '2026-01-01T02:00:00.000Z' })
      .where('id', 'in', [id, withoutWebsite.id])
      .execute();
    const updatedAtBefore = (await read(call, id)).updatedAt;
    while (await assessMonthly(app.database, new Date()));
    await waitForWork(app.database, organization.id);
    expect(await dueAt()).toEqual([due.toISOString(), due.toISOString()]);
    expect(await read(call, id)).toMatchObject({ riskAssessmentVersion: 'v2', status: 'assessed' });
    expect((await read(call, id)).updatedAt > updatedAtBefore).toBe(true);
    expect(await runsOf(call, id)).toMatchObject([{ result: { requestedById: null } }, {}]);
    expect(await runsOf(call, withoutWebsite.id)).toHaveLength(1);
    await assessMonthly(app.database, new Date());
    expect(await runsOf(call, id)).toHaveLength(2);
  });

  test('each due review is mailed once: to the owner of the vendor, or else to all owners and admins (rule 19)', async () => {
    const { call, organization } = await app.caller();
    const [ada, { owner }] = [await newMember(app.database, organization.id, ['admin'], { name: 'Ada Marsh' }), organization];
    const ownedVendor = await addVendor(call, { name: 'Owned', assigneeId: ada.id, reviewDueAt: '2026-01-01' });
    await addVendor(call, { name: 'Alone', reviewDueAt: '2026-01-02' });
    await addVendor(call, { name: 'Later', assigneeId: ada.id, reviewDueAt: '2999-01-01' });
    const sentMails = async () => {
      while (await remindOfVendorReviews(app.database, app.ports, new Date()));
      return (await mailsOf(app.database, organization.id)).map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted();
    };
    const expected = [
      `${ada.email}: Vendor due for review: Owned`,
      ...[ada, owner].map(({ email }) => `${email}: Vendor due for review: Alone`),
    ];
    const vendorBefore = await read(call, ownedVendor.id);
    expect(await sentMails()).toEqual(expected.toSorted());
    expect(await sentMails()).toHaveLength(3);
    expect(await read(call, ownedVendor.id)).toEqual(vendorBefore);
    await call('PATCH', `/v1/vendors/${ownedVendor.id}`, { body: { reviewDueAt: '2026-06-01' } });
    expect(await sentMails()).toHaveLength(4);
    const mail = (await mailsOf(app.database, organization.id)).find(({ subject }) => subject.endsWith('Owned'));
    expect(mail?.text).toContain(`/vendors/${ownedVendor.id}`);
  });
});
