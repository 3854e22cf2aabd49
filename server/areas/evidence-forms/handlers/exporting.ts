/** All submissions of a form as a file. */
import type { Handlers } from '../../../contract/types.ts';
import { formOf } from '../../../domain/evidence-forms/forms/index.ts';
import { added } from '../../../platform/audit/changes.ts';
import { exportLines } from '../queries/export.ts';

export const exporting: Pick<Handlers<'evidence-forms'>, 'exportEvidenceSubmissionsCsv'> = {
  async exportEvidenceSubmissionsCsv({ path: { formType }, query, audit, ports, ...context }) {
    const address = `${ports.baseUrl}/v1/evidence-forms/${formType}/submissions/`;
    const body = await exportLines(context, formOf(formType), query, (id) => address + id);
    audit.did(`Exported submissions of evidence form ${formType}`, { changes: added({ ...query }) });
    const day = new Date().toISOString().slice(0, 10);
    return {
      status: 200,
      type: 'text/csv',
      headers: { 'Content-Disposition': `attachment; filename="${formType}-submissions-${day}.csv"` },
      body,
    };
  },
};
