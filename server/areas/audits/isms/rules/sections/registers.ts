/** Sections of documents with one register (clauses 4.1, 4.2 and 6.2), and of the roles (clause 5.3). */
import { type RowOf, rowsOf } from '../registers.ts';
import { memberNameOf, sectionsOrNone, type Section, type SectionData, tableOf, text, wordsOf } from './blocks.ts';

export function contextSections({ rows }: SectionData): Section[] {
  const issues = rowsOf(rows, 'context-issues');
  const tableOfKind = (kind: 'internal' | 'external') =>
    tableOf(
      `${kind} issue`,
      ['Category', 'Issue', 'Effect'],
      issues.filter((issue) => issue.kind === kind).map(({ category, description, effect }) => [category ?? '', description, effect]),
    );
  return [
    { heading: 'External issues', blocks: [tableOfKind('external')] },
    { heading: 'Internal issues', blocks: [tableOfKind('internal')] },
  ];
}

export function partySections({ rows }: SectionData): Section[] {
  const parties = rowsOf(rows, 'interested-parties').map(({ name, category, needsExpectations }) => [name, category, needsExpectations]);
  return [
    {
      heading: 'Interested parties',
      blocks: [tableOf('interested party', ['Party', 'Category', 'Needs and expectations'], parties)],
    },
  ];
}

export function requirementSections({ rows }: SectionData): Section[] {
  const requirements = rowsOf(rows, 'requirements').map(({ partyName, requirement, treatment }) => [partyName, requirement, treatment]);
  return [{ heading: 'Requirements', blocks: [tableOf('requirement', ['Party', 'Requirement', 'Treatment'], requirements)] }];
}

export function objectiveSections({ rows, names }: SectionData): Section[] {
  const objectives = rowsOf(rows, 'objectives').map((row) => [
    row.objective,
    row.target ?? '',
    row.plan ?? '',
    [row.measurementMethod, row.cadence].filter((part) => part !== null).join(', '),
    memberNameOf(names, row.ownerMemberId),
    wordsOf(row.status),
  ]);
  const columns = ['Objective', 'Target', 'Plan', 'Measurement', 'Owner', 'Status'];
  return [{ heading: 'Objectives', blocks: [tableOf('objective', columns, objectives)] }];
}

export function roleSections({ rows, names }: SectionData): readonly Section[] {
  const assignments = rowsOf(rows, 'role-assignments');
  const sections = rowsOf(rows, 'roles').map((role) => ({
    heading: role.name,
    blocks: [
      ...(role.description === '' ? [] : [text(role.description)]),
      tableOf(
        'responsibility',
        ['Responsibilities', 'Authorities', 'Required competence', 'Authority granted by'],
        [[role.responsibilities, role.authorities, role.requiredCompetence, role.authorityGrantedBy]],
      ),
      tableOf(
        'holder',
        ['Holder', 'Basis of competence', 'Evidence', 'Gap', 'Remediation'],
        assignments
          .filter(({ roleId }) => roleId === role.id)
          .map((row) => [
            memberNameOf(names, row.memberId),
            row.basisOfCompetence === null ? '' : wordsOf(row.basisOfCompetence),
            row.evidenceRetained ?? '',
            row.gap ?? '',
            [row.remediationAction, row.remediationDueDate].filter((part) => part !== null).join(', '),
          ]),
      ),
      ...(role.auditRoute === null ? [] : [text(describeAuditRoute(role, names))]),
    ],
  }));
  return sectionsOrNone('Roles', 'role', sections);
}

function describeAuditRoute(role: RowOf<'roles'>, names: ReadonlyMap<string, string>): string {
  const parts = [
    memberNameOf(names, role.auditRouteMemberId),
    role.auditFirmName,
    role.auditEvidenceRef,
    role.auditCourse,
    role.auditDueDate,
  ];
  const details = parts.filter((part) => part !== null && part !== '');
  return `Route of internal audits: ${wordsOf(role.auditRoute ?? '')}${details.length ? ` (${details.join(', ')})` : ''}.`;
}
