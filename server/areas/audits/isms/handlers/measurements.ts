/** Creates measurements of several metrics in one request (isms, rule 10). */
import type { Handlers } from '#contract/types';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';
import { authorOf } from '#platform/identity/author';
import { lockDocument } from '../queries/documents.ts';
import { listAllRows, insertRows } from '../queries/rows.ts';
import { documentNotFound, registerNotFound } from '../refusals.ts';
import { validatePeriod, today } from '../rules/periods.ts';
import { rowsOf } from '../rules/registers.ts';
import { parseRowValues } from '../rules/rows.ts';
import { auditEntityOf } from './editable.ts';

export const measurements: Pick<Handlers<'isms'>, 'bulkCreateIsmsMeasurements'> = {
  async bulkCreateIsmsMeasurements({ path: { documentId }, body, actor, db, audit }) {
    const document = await lockDocument(db, documentId);
    if (!document) return documentNotFound();
    if (document.type !== 'monitoring') return registerNotFound();
    const metrics = new Map(rowsOf(await listAllRows(db, [documentId]), 'metrics').map((metric) => [metric.id, metric]));
    const errors = body.measurements.flatMap(({ metricId, periodStart }, index) => {
      const metric = metrics.get(metricId);
      const mistake = metric
        ? validatePeriod(metric, periodStart, today())
        : { field: 'metricId', error: fieldErrors.unknownReference('metric', 'a metric of the document') };
      return mistake ? [[`measurements.${index}.${mistake.field}`, mistake.error] as const] : [];
    });
    if (errors.length) return invalid(Object.fromEntries(errors));
    const { memberId, via: enteredVia } = authorOf(actor);
    for (const [metricId, metricMeasurements] of Map.groupBy(body.measurements, (measurement) => measurement.metricId)) {
      const rows = metricMeasurements.map((measurement) => ({ ...parseRowValues('measurements', measurement), memberId, enteredVia }));
      await insertRows(db, documentId, 'measurements', rows, metricId);
    }
    const count = body.measurements.length;
    audit.performed(count === 1 ? 'Recorded 1 measurement' : `Recorded ${count} measurements`, auditEntityOf(document));
    return { status: 201, body: { count } };
  },
};
