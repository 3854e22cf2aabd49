/** Sections of narrative documents (clauses 4.3, 5.1 and 6.1.2). */
import { levelLabels } from '#domain/ratings/levels';
import { parseNarrative } from '../narratives.ts';
import { impacts, levelOfSteps, likelihoods } from '../treatment.ts';
import { listOf, type Section, type SectionData, tableOf, text, unwrittenSection, wordsOf } from './blocks.ts';

export function scopeSections(data: SectionData): Section[] {
  const narrative = parseNarrative(data.narrative);
  if (!narrative || !('inScope' in narrative)) return [unwrittenSection];
  const { certificateScopeSentence, inScope, interfaces, dependencies, exclusions, justification = '' } = narrative;
  return [
    { heading: 'Scope of the certificate', blocks: [text(certificateScopeSentence)] },
    { heading: 'In scope', blocks: [text(inScope)] },
    { heading: 'Interfaces', blocks: [listOf('interface', interfaces)] },
    { heading: 'Dependencies', blocks: [listOf('dependency', dependencies)] },
    {
      heading: 'Exclusions',
      blocks: [
        exclusions.length ? listOf('exclusion', exclusions) : text('Nothing is excluded.'),
        ...(justification === '' ? [] : [text(justification)]),
      ],
    },
  ];
}

export function leadershipSections(data: SectionData): Section[] {
  const narrative = parseNarrative(data.narrative);
  if (!narrative || !('statement' in narrative)) return [unwrittenSection];
  const commitments = narrative.commitments.map((commitment) => [`${commitment.key})`, commitment.text]);
  return [
    { heading: 'Statement', blocks: [text(narrative.statement)] },
    { heading: 'Commitments', blocks: [tableOf('commitment', ['', 'Commitment'], commitments)] },
  ];
}

export function methodSections({ bands, ...data }: SectionData): Section[] {
  const narrative = parseNarrative(data.narrative);
  if (!narrative || !('likelihoodDescriptions' in narrative)) return [unwrittenSection];
  const matrix = likelihoods.map((likelihood, row) => [
    wordsOf(likelihood),
    ...impacts.map((_impact, column) => levelLabels[levelOfSteps(row + 1, column + 1, bands)]),
  ]);
  return [
    { heading: 'Purpose', blocks: [text(narrative.purpose)] },
    { heading: 'Scope', blocks: [text(narrative.scope)] },
    { heading: 'Approach', blocks: [text(narrative.approach)] },
    { heading: 'Likelihood', blocks: [listOf('likelihood', narrative.likelihoodDescriptions)] },
    { heading: 'Impact', blocks: [listOf('impact', narrative.impactDescriptions)] },
    { heading: 'Risk matrix', blocks: [tableOf('rating', ['Likelihood', ...impacts.map(wordsOf)], matrix.toReversed())] },
    { heading: 'Acceptance', blocks: [listOf('threshold', narrative.acceptanceThresholds)] },
    { heading: 'Treatment', blocks: [listOf('option', narrative.treatmentOptions)] },
    { heading: 'Responsibilities', blocks: [text(narrative.responsibilities)] },
    { heading: 'Frequency', blocks: [text(narrative.frequency)] },
    { heading: 'Documentation', blocks: [text(narrative.documentation)] },
  ];
}
