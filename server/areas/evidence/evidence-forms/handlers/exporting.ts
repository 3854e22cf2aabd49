/** Exports all submissions of a form as CSV. */
import type { Handlers } from '#contract/types';
import { formOf } from '#domain/evidence-forms/forms/index';
import { changesOnCreate } from '#platform/audit/changes';
import { exportLines } from '../steps/export.ts';

export const exporting: Pick<Handlers<'evidence-forms'>, 'exportEvidenceSubmissionsCsv'> = {
  async exportEvidenceSubmissionsCsv({ path: { formType }, query, audit, ports, ...context }) {
    const submissionsUrl = `${ports.baseUrl}/v1/evidence-forms/${formType}/submissions/`;
    const body = await exportLines(context, formOf(formType), query, (id) => submissionsUrl + id);
    audit.performed(`Exported submissions of evidence form ${formType}`, { changes: changesOnCreate({ ...query }) });
    const day = new Date().toISOString().slice(0, 10);
    return {
      status: 200,
      type: 'text/csv',
      headers: { 'Content-Disposition': `attachment; filename="${formType}-submissions-${day}.csv"` },
      body,
    };
  },
};
