/** The sections of each document, as they stand in its file. */
import type { components } from '../../../../generated/api.d.ts';
import { labels } from '../../../domain/ratings/levels.ts';
import { type Narrative, narrativeIn } from './narratives.ts';
import type { DocumentType } from './pack.ts';
import { type Row, type RowOf, rowsOf } from './registers.ts';
import { impacts, levelOfSteps, likelihoods } from './treatment.ts';

type Schemas = components['schemas'];

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** What the sections are made of. */
export interface Shown {
  readonly narrative: unknown;
  readonly rows: readonly Row[];
  readonly plan: Schemas['IsmsRiskTreatment'];
  readonly bands: Schemas['RiskRatingBands'];
  /** Names of members by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of linked controls. */
  readonly controls: readonly string[];
}

/** @returns the sections of a type of document */
export function sectionsOf(type: DocumentType, shown: Shown): Section[] {
  const { controls } = shown;
  const linked = controls.length ? [{ heading: 'Controls', blocks: [list(controls)] }] : [];
  return [...makers[type](shown), ...linked];
}

const makers: Readonly<Record<DocumentType, (shown: Shown) => Section[]>> = {
  context_of_organization: ({ rows }) => {
    const issues = rowsOf(rows, 'context-issues');
    const of = (kind: 'internal' | 'external') =>
      tableOf(
        ['Category', 'Issue', 'Effect'],
        issues.filter((issue) => issue.kind === kind).map(({ category, description, effect }) => [category ?? '', description, effect]),
      );
    return [
      { heading: 'External issues', blocks: [of('external')] },
      { heading: 'Internal issues', blocks: [of('internal')] },
    ];
  },
  interested_parties_register: ({ rows }) => [
    {
      heading: 'Interested parties',
      blocks: [
        tableOf(
          ['Party', 'Category', 'Needs and expectations'],
          rowsOf(rows, 'interested-parties').map(({ name, category, needsExpectations }) => [name, category, needsExpectations]),
        ),
      ],
    },
  ],
  interested_parties_requirements: ({ rows }) => [
    {
      heading: 'Requirements',
      blocks: [
        tableOf(
          ['Party', 'Requirement', 'Treatment'],
          rowsOf(rows, 'requirements').map(({ partyName, requirement, treatment }) => [partyName, requirement, treatment]),
        ),
      ],
    },
  ],
  isms_scope: ({ narrative }) => scopeSections(narrativeIn(narrative)),
  leadership_commitment: ({ narrative }) => leadershipSections(narrativeIn(narrative)),
  roles_and_responsibilities: roleSections,
  risk_assessment_methodology: ({ narrative, bands }) => methodSections(narrativeIn(narrative), bands),
  risk_treatment_plan: ({ plan }) => planSections(plan),
  objectives_plan: ({ rows, names }) => [
    {
      heading: 'Objectives',
      blocks: [
        tableOf(
          ['Objective', 'Target', 'Plan', 'Measurement', 'Owner', 'Status'],
          rowsOf(rows, 'objectives').map((row) => [
            row.objective,
            row.target ?? '',
            row.plan ?? '',
            [row.measurementMethod, row.cadence].filter((part) => part !== null).join(', '),
            nameIn(names, row.ownerMemberId),
            worded(row.status),
          ]),
        ),
      ],
    },
  ],
  monitoring: metricSections,
  internal_audit: auditSections,
  management_review: reviewSections,
};

function scopeSections(narrative: Narrative | undefined): Section[] {
  if (!narrative || !('inScope' in narrative)) return [unwritten];
  const { certificateScopeSentence, inScope, interfaces, dependencies, exclusions, justification = '' } = narrative;
  return [
    { heading: 'Scope of the certificate', blocks: [text(certificateScopeSentence)] },
    { heading: 'In scope', blocks: [text(inScope)] },
    { heading: 'Interfaces', blocks: [list(interfaces)] },
    { heading: 'Dependencies', blocks: [list(dependencies)] },
    { heading: 'Exclusions', blocks: [exclusions.length ? list(exclusions) : text('Nothing is excluded.'), text(justification)] },
  ];
}

function leadershipSections(narrative: Narrative | undefined): Section[] {
  if (!narrative || !('statement' in narrative)) return [unwritten];
  return [
    { heading: 'Statement', blocks: [text(narrative.statement)] },
    {
      heading: 'Commitments',
      blocks: [
        tableOf(
          ['', 'Commitment'],
          narrative.commitments.map((one) => [`${one.key})`, one.text]),
        ),
      ],
    },
  ];
}

function roleSections({ rows, names }: Shown): Section[] {
  const assignments = rowsOf(rows, 'role-assignments');
  return rowsOf(rows, 'roles').map((role) => ({
    heading: role.name,
    blocks: [
      text(role.description),
      tableOf(
        ['Responsibilities', 'Authorities', 'Required competence', 'Authority granted by'],
        [[role.responsibilities, role.authorities, role.requiredCompetence, role.authorityGrantedBy]],
      ),
      tableOf(
        ['Holder', 'Basis of competence', 'Evidence', 'Gap', 'Remediation'],
        assignments
          .filter(({ roleId }) => roleId === role.id)
          .map((row) => [
            nameIn(names, row.memberId),
            row.basisOfCompetence === null ? '' : worded(row.basisOfCompetence),
            row.evidenceRetained ?? '',
            row.gap ?? '',
            [row.remediationAction, row.remediationDueDate].filter((part) => part !== null).join(', '),
          ]),
      ),
      ...(role.auditRoute === null ? [] : [text(routeOf(role, names))]),
    ],
  }));
}

function routeOf(role: RowOf<'roles'>, names: ReadonlyMap<string, string>): string {
  const parts = [nameIn(names, role.auditRouteMemberId), role.auditFirmName, role.auditEvidenceRef, role.auditCourse, role.auditDueDate];
  const known = parts.filter((part) => part !== null && part !== '');
  return `Route of internal audits: ${worded(role.auditRoute ?? '')}${known.length ? ` (${known.join(', ')})` : ''}.`;
}

function methodSections(narrative: Narrative | undefined, bands: Schemas['RiskRatingBands']): Section[] {
  if (!narrative || !('likelihoodDescriptions' in narrative)) return [unwritten];
  const matrix = likelihoods.map((likelihood, row) => [
    worded(likelihood),
    ...impacts.map((_impact, column) => labels[levelOfSteps(row + 1, column + 1, bands)]),
  ]);
  return [
    { heading: 'Purpose', blocks: [text(narrative.purpose)] },
    { heading: 'Scope', blocks: [text(narrative.scope)] },
    { heading: 'Approach', blocks: [text(narrative.approach)] },
    { heading: 'Likelihood', blocks: [list(narrative.likelihoodDescriptions)] },
    { heading: 'Impact', blocks: [list(narrative.impactDescriptions)] },
    { heading: 'Risk matrix', blocks: [tableOf(['Likelihood', ...impacts.map(worded)], matrix.toReversed())] },
    { heading: 'Acceptance', blocks: [list(narrative.acceptanceThresholds)] },
    { heading: 'Treatment', blocks: [list(narrative.treatmentOptions)] },
    { heading: 'Responsibilities', blocks: [text(narrative.responsibilities)] },
    { heading: 'Frequency', blocks: [text(narrative.frequency)] },
    { heading: 'Documentation', blocks: [text(narrative.documentation)] },
  ];
}

function planSections({ risks, vendors }: Schemas['IsmsRiskTreatment']): Section[] {
  const cells = (row: Schemas['IsmsVendorTreatmentRow']) => [
    row.title,
    labels[row.inherentLevel],
    [row.treatment, ...row.controls].join('\n'),
    row.ownerName ?? '',
    labels[row.residualLevel],
    `${worded(row.acceptanceState)}${row.acceptance === '' ? '' : `: ${row.acceptance}`}`,
  ];
  const columns = ['Inherent', 'Treatment and controls', 'Owner', 'Residual', 'Acceptance'];
  return [
    {
      heading: 'Risks',
      blocks: [
        tableOf(
          ['No.', 'Risk', ...columns],
          risks.map((risk) => [risk.reference, ...cells(risk)]),
        ),
      ],
    },
    { heading: 'Vendors', blocks: [tableOf(['Vendor', ...columns], vendors.map(cells))] },
  ];
}

function metricSections({ rows, names }: Shown): Section[] {
  const measurements = rowsOf(rows, 'measurements');
  const owner = 'Security and privacy owner';
  return rowsOf(rows, 'metrics').map((metric) => ({
    heading: metric.isActive ? metric.name : `${metric.name} (inactive)`,
    blocks: [
      text(metric.whatIsMeasured),
      tableOf(
        ['Method', 'Cadence', 'Target', 'Measured by', 'Evaluated by'],
        [
          [
            metric.method,
            metric.cadence === null ? '' : worded(metric.cadence),
            metric.target ?? '',
            nameIn(names, metric.monitorMemberId) || owner,
            nameIn(names, metric.analyzeMemberId) || owner,
          ],
        ],
      ),
      tableOf(
        ['Period from', 'Value', 'Note', 'Recorded on'],
        latestFirst(measurements.filter(({ metricId }) => metricId === metric.id)).map((row) => [
          row.periodStart,
          row.value,
          row.note ?? '',
          row.recordedAt.slice(0, 10),
        ]),
      ),
    ],
  }));
}

/** @returns measurements, the latest period first, and of one period the value that was recorded last */
export function latestFirst(measurements: readonly RowOf<'measurements'>[]): RowOf<'measurements'>[] {
  return measurements.toSorted((one, other) => {
    const [a, b] = [`${one.periodStart} ${one.recordedAt} ${one.id}`, `${other.periodStart} ${other.recordedAt} ${other.id}`];
    return a < b ? 1 : -1;
  });
}

function auditSections({ narrative, rows, names }: Shown): Section[] {
  const said = narrativeIn(narrative);
  const [controls, findings] = [rowsOf(rows, 'audit-controls'), rowsOf(rows, 'audit-findings')];
  return [
    said && 'programme' in said ? { heading: 'Audit program', blocks: [text(said.programme)] } : unwritten,
    ...rowsOf(rows, 'audits').map((audit) => ({
      heading: `Audit ${audit.reference}`,
      blocks: [
        tableOf(
          ['Scope', 'Criteria', 'Auditor', 'Planned', 'Status'],
          [
            [
              audit.scope,
              audit.criteria,
              audit.auditorName ?? '',
              [audit.plannedStartDate, audit.plannedEndDate].filter((day) => day !== null).join(' to '),
              worded(audit.status),
            ],
          ],
        ),
        tableOf(
          ['Clause or control', 'Tested', 'Where to find', 'Result', 'Notes'],
          controls
            .filter(({ auditId }) => auditId === audit.id)
            .map((row) => [
              row.controlRef,
              row.whatWasTested,
              row.whereToFind,
              row.result === null ? '' : worded(row.result),
              row.notes ?? '',
            ]),
        ),
        tableOf(
          ['Finding', 'Type', 'Clause or control', 'Description', 'Owner', 'Due', 'Status'],
          findings
            .filter(({ auditId }) => auditId === audit.id)
            .map((row) => [
              row.reference,
              findingTypes[row.type],
              row.clauseOrControl ?? '',
              row.description,
              nameIn(names, row.ownerMemberId),
              row.dueDate ?? '',
              worded(row.status),
            ]),
        ),
        text(concluded(audit)),
        tableOf(
          ['Signed by', 'Name', 'Date'],
          [
            ['Auditor', audit.signoffAuditorName ?? '', audit.signoffAuditorDate ?? ''],
            ['Security and privacy owner', audit.signoffSpoName ?? '', audit.signoffSpoDate ?? ''],
            ['Top management', audit.signoffTopMgmtName ?? '', audit.signoffTopMgmtDate ?? ''],
          ],
        ),
      ],
    })),
  ];
}

const findingTypes: Readonly<Record<Schemas['IsmsFindingType'], string>> = {
  nc_major: 'Major nonconformity',
  nc_minor: 'Minor nonconformity',
  ofi: 'Opportunity for improvement',
  observation: 'Observation',
};

function concluded({
  conclusionVerdict,
  conclusionNotes,
}: Pick<RowOf<'audits'> | RowOf<'reviews'>, 'conclusionVerdict' | 'conclusionNotes'>) {
  return [
    conclusionVerdict === null ? 'No conclusion yet.' : `Conclusion: ${worded(conclusionVerdict)}.`,
    ...(conclusionNotes === null ? [] : [conclusionNotes]),
  ].join(' ');
}

function reviewSections({ narrative, rows, names }: Shown): Section[] {
  const said = narrativeIn(narrative);
  const inputs = rowsOf(rows, 'review-inputs');
  return [
    said && 'procedure' in said ? { heading: 'Procedure', blocks: [text(said.procedure)] } : unwritten,
    ...rowsOf(rows, 'reviews').map((review) => ({
      heading: `Review ${review.reference}`,
      blocks: [
        tableOf(
          ['Date', 'Chair', 'Attendees', 'Status'],
          [[review.meetingDate ?? '', review.chairName ?? '', review.attendees.map(({ name }) => name).join(', '), worded(review.status)]],
        ),
        tableOf(
          ['Input', 'Covers', 'Where to find', 'Discussed', 'Notes'],
          inputs
            .filter(({ reviewId }) => reviewId === review.id)
            .map((row) => [row.inputRef, row.whatItCovers, row.whereToFind, row.discussed ? 'Yes' : 'No', row.discussionNotes ?? '']),
        ),
        text(review.decisionsText ?? ''),
        text(review.changesText ?? ''),
        tableOf(
          ['Action', 'Description', 'Owner', 'Due', 'Status'],
          [
            ...rowsOf(rows, 'review-actions')
              .filter(({ reviewId }) => reviewId === review.id)
              .map((row) => [
                `${review.reference}-${row.reference}`,
                row.description,
                nameIn(names, row.ownerMemberId),
                row.dueDate ?? '',
                worded(row.status),
              ]),
            ...carriedInto(review, rows).map((row) => [
              row.reference,
              `${row.description} (carried forward)`,
              '',
              row.dueDate ?? '',
              worded(row.status),
            ]),
          ],
        ),
        text(concluded(review)),
        tableOf(['Signed by', 'Name', 'Date'], [['Chair', review.signoffChairName ?? '', review.signoffChairDate ?? '']]),
      ],
    })),
  ];
}

/** @returns the actions of earlier reviews that are not closed, by reference */
export function carriedInto(review: RowOf<'reviews'>, rows: readonly Row[]): Schemas['IsmsCarriedAction'][] {
  const earlier = new Map(
    rowsOf(rows, 'reviews')
      .filter((other) => other.recordedAt < review.recordedAt || (other.recordedAt === review.recordedAt && other.id < review.id))
      .map((other) => [other.id, other.reference]),
  );
  return rowsOf(rows, 'review-actions')
    .flatMap(({ id, reviewId, reference, description, status, dueDate }) => {
      const of = earlier.get(reviewId);
      return of === undefined || status === 'closed' ? [] : [{ id, reference: `${of}-${reference}`, description, status, dueDate }];
    })
    .toSorted((one, other) => (one.reference < other.reference ? -1 : 1));
}

const unwritten: Section = { heading: 'Text', blocks: [{ kind: 'text', text: 'This text is not written yet.' }] };

function text(words: string): Block {
  return { kind: 'text', text: words };
}
function list(items: readonly string[]): Block {
  return { kind: 'list', items };
}
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): Block {
  return rows.length ? { kind: 'table', columns, rows } : text('Nothing is recorded.');
}
function nameIn(names: ReadonlyMap<string, string>, id: string | null): string {
  return id === null ? '' : (names.get(id) ?? '');
}
/** `not_started` → `Not started`. */
function worded(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
