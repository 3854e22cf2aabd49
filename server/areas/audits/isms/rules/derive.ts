/** Derives rows from the data of the organization. The same data always result in the same rows (isms, rules 3 and 4). */
import type { components } from '#generated/api';
import { joinNames } from './narratives.ts';
import { countOccurrences, type Sources } from './sources.ts';

type Schemas = components['schemas'];

/** A derived row: what it was derived from, and its fields. */
export interface Derived<Fields> {
  readonly from: string;
  readonly fields: Fields;
}

const peopleText = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** @returns the internal and external issues of the organization's context */
export function issuesOf(sources: Sources): Derived<Schemas['IsmsContextIssueCreate']>[] {
  const { frameworks, vendors, subprocessors, members, devices } = sources;
  const cloudVendors = vendors.filter(({ category }) => ['cloud', 'infrastructure', 'software_as_a_service'].includes(category));
  const categoryCounts = Object.entries(countOccurrences(vendors.map(({ category }) => category))).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const departments = Object.keys(countOccurrences(members.map(({ department }) => department))).filter(
    (department) => department !== 'none',
  );
  return [
    ...frameworks.map((name) =>
      toIssue(
        `framework:${name}`,
        'external',
        'Regulatory & Legal',
        `The organization has committed itself to ${name}.`,
        `Its requirements have to be met, and customers and auditors expect evidence of it.`,
      ),
    ),
    ...(vendors.length
      ? [
          toIssue(
            'vendors',
            'external',
            'Market & Economic',
            `The organization depends on ${vendors.length === 1 ? '1 vendor' : `${vendors.length} vendors`}: ${categoryCounts.map(([category, count]) => `${count} ${category.replaceAll('_', ' ')}`).join(', ')}.`,
            'Failures and incidents of vendors reach the services of the organization.',
          ),
        ]
      : []),
    ...(subprocessors.length
      ? [
          toIssue(
            'subprocessors',
            'external',
            'Regulatory & Legal',
            `Personal data are processed by ${joinNames(subprocessors)}.`,
            'The organization answers for what its sub-processors do with the data.',
          ),
        ]
      : []),
    toIssue(
      'members',
      'internal',
      'Capabilities & Resources',
      `The organization has ${peopleText(members.length)}${departments.length ? ` in ${departments.length === 1 ? '1 department' : `${departments.length} departments`}` : ''}.`,
      'Duties are shared by few people, who have to be trained and replaced when they leave.',
    ),
    ...(cloudVendors.length
      ? [
          toIssue(
            'vendors:cloud',
            'internal',
            'Technological',
            `The services run on systems of others: ${joinNames(cloudVendors.map(({ name }) => name))}.`,
            'Security depends on how these systems are configured and on who has access to them.',
          ),
        ]
      : []),
    devices > 0
      ? toIssue(
          'devices',
          'internal',
          'Technological',
          `People work on ${devices === 1 ? '1 computer' : `${devices} computers`} that the organization knows.`,
          'Lost or badly protected computers expose information.',
        )
      : toIssue(
          'devices',
          'internal',
          'Technological',
          'People work remotely, on computers that the organization does not manage.',
          'How these computers are protected is not known.',
        ),
  ];
}

function toIssue(
  from: string,
  kind: 'internal' | 'external',
  category: string,
  description: string,
  effect: string,
): Derived<Schemas['IsmsContextIssueCreate']> {
  return { from, fields: { kind, category, description, effect } };
}

/** @returns the interested parties of the organization */
export function partiesOf(sources: Sources): Derived<Schemas['IsmsInterestedPartyCreate']>[] {
  const { frameworks, vendors, subprocessors, answers } = sources;
  const insurer = answers.insurance?.has === true ? answers.insurance.insurerName || 'Insurer' : undefined;
  const representative = answers.euRep?.status === 'appointed' ? answers.euRep.name || 'Representative in the EU' : undefined;
  return [
    toParty('members', 'Employees', 'Internal', 'Clear rules, training, and protection of their own data.'),
    toParty('customers', 'Customers', 'Customers', 'Confidential, correct and available data, and evidence of it.'),
    ...frameworks.map((name) =>
      toParty(
        `framework:${name}`,
        /\b(?:gdpr|hipaa|pci|nis ?2|dora|ai act|ccpa)\b/i.test(name) ? `Regulator for ${name}` : `Auditor for ${name}`,
        'Regulators and auditors',
        `Conformity with ${name}, and evidence of it.`,
      ),
    ),
    ...(vendors.length ? [toParty('vendors', 'Suppliers', 'Suppliers', 'Clear requirements, and information about incidents.')] : []),
    ...(subprocessors.length
      ? [toParty('subprocessors', 'Sub-processors', 'Suppliers', `Documented instructions for processing: ${joinNames(subprocessors)}.`)]
      : []),
    ...(insurer !== undefined
      ? [toParty('wizard:insurance', insurer, 'Insurers', 'Agreed measures, and prompt reports of incidents.')]
      : []),
    ...(answers.hasContractors === true
      ? [toParty('wizard:contractors', 'Contractors', 'Internal', 'Access that fits their work, and clear duties.')]
      : []),
    ...(representative !== undefined
      ? [
          toParty(
            'wizard:euRep',
            representative,
            'Regulators and auditors',
            'Records of processing, and information about requests and breaches.',
          ),
        ]
      : []),
  ];
}

function toParty(from: string, name: string, category: string, needsExpectations: string): Derived<Schemas['IsmsInterestedPartyCreate']> {
  return { from, fields: { name, category, needsExpectations } };
}

/** An interested party, with its id if it is a row of the register. */
interface Party {
  readonly id?: string;
  readonly name: string;
  readonly needsExpectations: string;
}

/** @param parties parties of the register; if empty, derived parties are used @returns requirements of parties and sector regulators */
export function requirementsOf(sources: Sources, parties: readonly Party[]): Derived<Schemas['IsmsPartyRequirementCreate']>[] {
  const knownParties: readonly Party[] = parties.length ? parties : partiesOf(sources).map(({ fields }) => fields);
  return [
    ...knownParties.map(({ id, name, needsExpectations }) => ({
      from: `party:${name}`.slice(0, 500),
      fields: {
        interestedPartyId: id ?? null,
        partyName: name,
        requirement: needsExpectations,
        treatment: 'The controls and policies of the ISMS meet the requirement.',
      },
    })),
    ...(sources.answers.sectorRegulators ?? []).map((regulator) => {
      const name = regulator
        .replace(/^custom:/, '')
        .replaceAll('_', ' ')
        .trim();
      return {
        from: `wizard:regulator:${name}`.slice(0, 500),
        fields: {
          interestedPartyId: null,
          partyName: name,
          requirement: `Conformity with the rules of the sector: ${name}.`,
          treatment: 'The rules are kept in the register of legal obligations and met by the controls of the ISMS.',
        },
      };
    }),
  ];
}

/** @returns the objectives saved in the wizard, even if that list is empty; suggested objectives if none were saved */
export function objectivesOf(sources: Sources): Derived<Schemas['IsmsObjectiveCreate']>[] {
  const { answers, frameworks, hasTraining, risks, vendors } = sources;
  if (answers.objectives)
    return answers.objectives.map(({ objective, target }) => ({ from: 'wizard:objectives', fields: { objective, target } }));
  return [
    ...frameworks.map((name) =>
      toObjective(
        `framework:${name}`,
        `Keep up conformity with ${name}`,
        'No major nonconformity in an audit',
        'yearly',
        'Internal audits, and correction of findings',
        'Results of audits',
      ),
    ),
    ...(hasTraining
      ? [
          toObjective(
            'training',
            'Everybody is trained in information security',
            '95% of the people have completed their training',
            'monthly',
            'Assign the training, and remind',
            'Completed trainings',
          ),
        ]
      : []),
    ...(risks.high > 0
      ? [
          toObjective(
            'risks',
            'High risks are treated',
            `${risks.high === 1 ? 'The 1 high or very high risk is' : `All ${risks.high} high and very high risks are`} under treatment`,
            'quarterly',
            'Carry out the risk treatment plan',
            'Risk register',
          ),
        ]
      : []),
    ...(vendors.length
      ? [
          toObjective(
            'vendors',
            'Vendors are reviewed in time',
            'No overdue review',
            'quarterly',
            'Review vendors by their risk',
            'Dates of reviews',
          ),
        ]
      : []),
  ];
}

function toObjective(
  from: string,
  objective: string,
  target: string,
  cadence: string,
  plan: string,
  measurementMethod: string,
): Derived<Schemas['IsmsObjectiveCreate']> {
  return { from, fields: { objective, target, cadence, plan, measurementMethod } };
}
