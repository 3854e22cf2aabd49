/** Builds the printable sections of each type of document. */
import type { DocumentType } from './pack.ts';
import { auditSections } from './sections/audits.ts';
import { listOf, type Section, type SectionData } from './sections/blocks.ts';
import { metricSections } from './sections/metrics.ts';
import { leadershipSections, methodSections, scopeSections } from './sections/narratives.ts';
import { contextSections, objectiveSections, partySections, requirementSections, roleSections } from './sections/registers.ts';
import { reviewSections } from './sections/reviews.ts';
import { planSections } from './sections/treatment.ts';

const sectionBuilders: Readonly<Record<DocumentType, (data: SectionData) => readonly Section[]>> = {
  context_of_organization: contextSections,
  interested_parties_register: partySections,
  interested_parties_requirements: requirementSections,
  isms_scope: scopeSections,
  leadership_commitment: leadershipSections,
  roles_and_responsibilities: roleSections,
  risk_assessment_methodology: methodSections,
  risk_treatment_plan: planSections,
  objectives_plan: objectiveSections,
  monitoring: metricSections,
  internal_audit: auditSections,
  management_review: reviewSections,
};

/** @returns the sections of a type of document */
export function sectionsOf(type: DocumentType, data: SectionData): Section[] {
  const { controls } = data;
  const controlSections = controls.length ? [{ heading: 'Controls', blocks: [listOf('control', controls)] }] : [];
  return [...sectionBuilders[type](data), ...controlSections];
}
