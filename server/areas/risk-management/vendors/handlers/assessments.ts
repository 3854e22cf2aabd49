/** Lists and starts assessments of vendors. */
import type { Handlers } from '#contract/types';
import { refusal } from '#platform/refusals/refusal';
import { listAssessments, lockAssessable } from '../queries/assessments.ts';
import { startAssessment } from '../steps/start-assessment.ts';
import { vendorExists } from '../queries/vendors.ts';
import { vendorNotFound } from '../refusals.ts';

export const assessments: Pick<Handlers<'vendors'>, 'listVendorAssessments' | 'startVendorAssessment'> = {
  async listVendorAssessments({ path, query, page, db }) {
    if (!(await vendorExists(db, path.id))) return vendorNotFound();
    return { status: 200, page: await listAssessments(db, path.id, query, page) };
  },

  async startVendorAssessment({ path, body: { reuseLatest }, db, actor, audit }) {
    const vendor = await lockAssessable(db, path.id);
    if (!vendor) return vendorNotFound();
    const { id: vendorId, domain, status: formerStatus } = vendor;
    if (domain === null) return refusal('vendor_website_missing');
    const run = await startAssessment(db, actor, { vendorId, domain, formerStatus, reuseLatest });
    if (!run) return refusal('vendor_assessment_running');
    const changes = formerStatus === 'in_progress' ? {} : { status: { previous: formerStatus, current: 'in_progress' } };
    audit.performed('Triggered vendor risk assessment', { changes });
    return { status: 202, body: run };
  },
};
