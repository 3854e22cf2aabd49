/** Sections of internal audits (clause 9.2). */
import type { components } from '#generated/api';
import { parseNarrative } from '../narratives.ts';
import { type RowOf, rowsOf } from '../registers.ts';
import {
  type Block,
  memberNameOf,
  sectionsOrNone,
  type Section,
  type SectionData,
  tableOf,
  text,
  unwrittenSection,
  wordsOf,
} from './blocks.ts';
import { conclusionBlock } from './conclusion.ts';

const findingTypes: Readonly<Record<components['schemas']['IsmsFindingType'], string>> = {
  nc_major: 'Major nonconformity',
  nc_minor: 'Minor nonconformity',
  ofi: 'Opportunity for improvement',
  observation: 'Observation',
};

export function auditSections(data: SectionData): Section[] {
  const narrative = parseNarrative(data.narrative);
  const audits = rowsOf(data.rows, 'audits').map((audit) => ({ heading: `Audit ${audit.reference}`, blocks: blocksOf(audit, data) }));
  return [
    narrative && 'programme' in narrative ? { heading: 'Audit program', blocks: [text(narrative.programme)] } : unwrittenSection,
    ...sectionsOrNone('Audits', 'audit', audits),
  ];
}

function blocksOf(audit: RowOf<'audits'>, { rows, names }: SectionData): Block[] {
  const plannedPeriod = [audit.plannedStartDate, audit.plannedEndDate].filter((day) => day !== null).join(' to ');
  return [
    tableOf(
      'scope',
      ['Scope', 'Criteria', 'Auditor', 'Planned', 'Status'],
      [[audit.scope, audit.criteria, audit.auditorName ?? '', plannedPeriod, wordsOf(audit.status)]],
    ),
    tableOf(
      'sample',
      ['Clause or control', 'Tested', 'Where to find', 'Result', 'Notes'],
      rowsOf(rows, 'audit-controls')
        .filter(({ auditId }) => auditId === audit.id)
        .map((row) => [
          row.controlRef,
          row.whatWasTested,
          row.whereToFind,
          row.result === null ? 'Not tested yet' : wordsOf(row.result),
          row.notes ?? '',
        ]),
    ),
    tableOf(
      'finding',
      ['Finding', 'Type', 'Clause or control', 'Description', 'Owner', 'Due', 'Status and closure'],
      rowsOf(rows, 'audit-findings')
        .filter(({ auditId }) => auditId === audit.id)
        .map((row) => [
          row.reference,
          findingTypes[row.type],
          row.clauseOrControl ?? '',
          row.description,
          memberNameOf(names, row.ownerMemberId),
          row.dueDate ?? '',
          [wordsOf(row.status), row.closureEvidence].filter((part) => part !== null).join(': '),
        ]),
    ),
    conclusionBlock(audit),
    tableOf(
      'signature',
      ['Signed by', 'Name', 'Date'],
      [
        ['Auditor', audit.signoffAuditorName ?? '', audit.signoffAuditorDate ?? ''],
        ['Security and privacy owner', audit.signoffSpoName ?? '', audit.signoffSpoDate ?? ''],
        ['Top management', audit.signoffTopMgmtName ?? '', audit.signoffTopMgmtDate ?? ''],
      ],
    ),
  ];
}
