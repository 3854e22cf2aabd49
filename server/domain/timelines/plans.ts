/** Defines the plans from which timelines are created. Do not remove a track or cycle, because timelines may still use it. */
import type { components } from '#generated/api';

type Schemas = components['schemas'];
export interface PhasePlan {
  /** A part of the template's id, so that the id does not change when phases are reordered. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly groupLabel: string | null;
  readonly weeks: number;
  readonly completionType: Schemas['TimelineCompletionType'];
  /** Present if the completion of this phase locks the timeline. */
  readonly locks?: true;
}

export interface Plan {
  readonly name: string;
  readonly trackKey: string;
  readonly cycleNumber: number;
  readonly templateKey: string | null;
  readonly nextTemplateKey: string | null;
  readonly phases: readonly PhasePlan[];
}

const preparation = 'Audit preparation';
const audit = 'Audit';

const preparationPhases: readonly PhasePlan[] = [
  {
    slug: 'policies',
    name: 'Policies',
    description: 'Adapt the policies to the way the organization works, have them approved, and publish them.',
    groupLabel: preparation,
    weeks: 3,
    completionType: 'auto_policies',
  },
  {
    slug: 'evidence',
    name: 'Evidence',
    description: 'Work through the tasks of the framework and store the evidence that each control is in place.',
    groupLabel: preparation,
    weeks: 4,
    completionType: 'auto_tasks',
  },
  {
    slug: 'people',
    name: 'People',
    description: 'Have everybody sign the policies, complete the training, and finish the other steps of onboarding.',
    groupLabel: preparation,
    weeks: 2,
    completionType: 'auto_people',
  },
];

function auditorReview(weeks: number): PhasePlan {
  return {
    slug: 'auditor-review',
    name: 'Auditor review',
    description: 'The auditor examines the evidence and records findings, and the organization resolves them.',
    groupLabel: audit,
    weeks,
    completionType: 'auto_findings',
  };
}

const draftReport: PhasePlan = {
  slug: 'draft-report',
  name: 'Draft report',
  description: 'The auditor writes a draft of the report, and the organization checks its description of the system.',
  groupLabel: audit,
  weeks: 2,
  completionType: 'manual',
};

function finalReport(weeks: number, groupLabel: string | null = audit): PhasePlan {
  return {
    slug: 'final-report',
    name: 'Final report',
    description: 'The final report is issued, and the organization stores the link to it.',
    groupLabel,
    weeks,
    completionType: 'auto_upload',
  };
}

function typeTwoPhases(weeks: number): readonly PhasePlan[] {
  return [
    ...preparationPhases,
    {
      slug: 'observation',
      name: 'Observation period and penetration test',
      description: 'The controls operate while the auditor observes them, and an independent tester attacks the system.',
      groupLabel: audit,
      weeks,
      completionType: 'manual',
      locks: true,
    },
    auditorReview(4),
    draftReport,
    finalReport(2),
  ];
}

const soc2: readonly Plan[] = [
  {
    name: 'SOC 2 Type 1',
    trackKey: 'soc2_type1',
    cycleNumber: 1,
    templateKey: 'soc2_type1',
    nextTemplateKey: 'soc2_type1',
    phases: [...preparationPhases, auditorReview(2), draftReport, finalReport(1)],
  },
  {
    name: 'SOC 2 Type 2, first year',
    trackKey: 'soc2_type2',
    cycleNumber: 1,
    templateKey: 'soc2_type2_year1',
    nextTemplateKey: 'soc2_type2_renewal',
    phases: typeTwoPhases(4),
  },
  {
    name: 'SOC 2 Type 2, renewal',
    trackKey: 'soc2_type2',
    cycleNumber: 2,
    templateKey: 'soc2_type2_renewal',
    nextTemplateKey: 'soc2_type2_renewal',
    phases: typeTwoPhases(18),
  },
];

const iso27001: readonly PhasePlan[] = [
  {
    slug: 'evidence',
    name: 'Evidence gathering',
    description: 'Build the management system and store the evidence that each applicable control is in place.',
    groupLabel: null,
    weeks: 8,
    completionType: 'auto_tasks',
  },
  {
    slug: 'audit',
    name: 'Stage 1 and stage 2 audit',
    description: 'The certification body first reviews the documents and then examines the controls on site.',
    groupLabel: null,
    weeks: 5,
    completionType: 'manual',
  },
  {
    slug: 'certification',
    name: 'Certification',
    description: 'The certificate is issued, and the organization stores the link to it.',
    groupLabel: null,
    weeks: 1,
    completionType: 'auto_upload',
  },
];

const attestationPhases: readonly PhasePlan[] = [
  {
    slug: 'evidence-and-training',
    name: 'Evidence and training',
    description: 'Train the people who handle the data, and store the evidence that each control is in place.',
    groupLabel: null,
    weeks: 8,
    completionType: 'auto_tasks',
  },
  {
    slug: 'review',
    name: 'Review',
    description: 'A person who did not do the work reviews the evidence and names what is missing.',
    groupLabel: null,
    weeks: 2,
    completionType: 'manual',
  },
  {
    slug: 'attestation',
    name: 'Attestation',
    description: 'The attestation is issued, and the organization stores the link to it.',
    groupLabel: null,
    weeks: 1,
    completionType: 'auto_upload',
  },
];

const baselinePhases: readonly PhasePlan[] = [
  {
    slug: 'scoping',
    name: 'Scoping',
    description: 'Decide which parts of the organization and which systems the framework covers.',
    groupLabel: null,
    weeks: 2,
    completionType: 'manual',
  },
  {
    slug: 'evidence-collection',
    name: 'Evidence collection',
    description: 'Store the evidence that each control is in place.',
    groupLabel: null,
    weeks: 6,
    completionType: 'manual',
  },
  {
    slug: 'internal-review',
    name: 'Internal review',
    description: 'A person who did not do the work reviews the evidence and names what is missing.',
    groupLabel: null,
    weeks: 2,
    completionType: 'manual',
  },
  finalReport(1, null),
];

/** @returns the name of a framework in lowercase without punctuation, which identifies the framework (timelines, rule 3) */
export function frameworkKeyOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** @returns the plans of the framework with this name; frameworks without plans of their own have the baseline plan */
export function plansOf(name: string): readonly Plan[] {
  const primary = (phases: readonly PhasePlan[]): readonly Plan[] => [
    { name, trackKey: 'primary', cycleNumber: 1, templateKey: null, nextTemplateKey: null, phases },
  ];
  switch (frameworkKeyOf(name)) {
    case 'soc2':
      return soc2;
    case 'iso27001':
      return primary(iso27001);
    case 'hipaa':
    case 'gdpr':
      return primary(attestationPhases);
    default:
      return primary(baselinePhases);
  }
}
