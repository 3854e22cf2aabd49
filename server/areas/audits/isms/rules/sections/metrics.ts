/** Sections of the monitoring document (clause 9.1): each metric with its values. */
import { nameWithVia } from '#platform/mail/name-with-via';
import { sortLatestFirst } from '../periods.ts';
import { rowsOf } from '../registers.ts';
import { memberNameOf, sectionsOrNone, type Section, type SectionData, tableOf, text, wordsOf } from './blocks.ts';

const defaultRole = 'Security and privacy owner';

export function metricSections({ rows, names }: SectionData): readonly Section[] {
  const measurements = rowsOf(rows, 'measurements');
  const sections = rowsOf(rows, 'metrics').map((metric) => ({
    heading: metric.isActive ? metric.name : `${metric.name} (inactive)`,
    blocks: [
      ...(metric.whatIsMeasured === '' ? [] : [text(metric.whatIsMeasured)]),
      tableOf(
        'method',
        ['Method', 'Cadence', 'Target', 'Measured by', 'Evaluated by'],
        [
          [
            metric.method,
            metric.cadence === null ? '' : wordsOf(metric.cadence),
            metric.target ?? '',
            memberNameOf(names, metric.monitorMemberId) || defaultRole,
            memberNameOf(names, metric.analyzeMemberId) || defaultRole,
          ],
        ],
      ),
      tableOf(
        'measurement',
        ['Period from', 'Value', 'Note', 'Recorded on', 'Recorded by'],
        sortLatestFirst(measurements.filter(({ metricId }) => metricId === metric.id)).map((row) => [
          row.periodStart,
          row.value,
          row.note ?? '',
          row.recordedAt.slice(0, 10),
          nameWithVia({ name: memberNameOf(names, row.enteredById), via: row.enteredVia }),
        ]),
      ),
    ],
  }));
  return sectionsOrNone('Metrics', 'metric', sections);
}
