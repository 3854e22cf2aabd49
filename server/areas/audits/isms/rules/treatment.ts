/** Builds the risk treatment plan from current risks and vendors (isms, rules 9 and 13). */
import type { components } from '#generated/api';
import { levelOf } from '#domain/ratings/levels';
import { scoreOf, scoreOfSteps } from '#domain/ratings/scores';

type Schemas = components['schemas'];
type Bands = Schemas['RiskRatingBands'];

interface TreatedItem {
  readonly title: string;
  readonly category: string;
  readonly status: string;
  readonly ownerName: string | null;
  readonly treatmentType: string;
  readonly treatmentText: string | null;
  readonly controls: readonly string[];
}
interface Acceptance<Probability, Impact> {
  readonly acceptedByName: string | null;
  readonly acceptedAt: string | null;
  readonly acceptedProbability: Probability | null;
  readonly acceptedImpact: Impact | null;
}
/** A stored risk with its latest acceptance. */
export interface TreatedRisk extends TreatedItem, Acceptance<number, number> {
  readonly probability: number;
  readonly impact: number;
  readonly inherentAssessed: boolean;
  readonly residualProbability: number;
  readonly residualImpact: number;
  readonly residualAssessed: boolean;
}
/** A stored vendor with its latest acceptance. */
export interface TreatedVendor extends TreatedItem, Acceptance<Schemas['Likelihood'], Schemas['Impact']> {
  readonly probability: Schemas['Likelihood'];
  readonly impact: Schemas['Impact'];
  readonly residualProbability: Schemas['Likelihood'];
  readonly residualImpact: Schemas['Impact'];
}
export interface Treatment {
  readonly risks: readonly TreatedRisk[];
  readonly vendors: readonly TreatedVendor[];
}

/** The steps of each scale, lowest first. */
export const likelihoods = ['very_unlikely', 'unlikely', 'possible', 'likely', 'very_likely'] as const satisfies Schemas['Likelihood'][];
export const impacts = ['insignificant', 'minor', 'moderate', 'major', 'severe'] as const satisfies Schemas['Impact'][];

/** @returns the risk level for a likelihood and an impact, each from 1 to 5 */
export function levelOfSteps(likelihood: number, impact: number, bands: Bands): Schemas['RiskLevel'] {
  return levelOf(scoreOfSteps(likelihood, impact), bands);
}

/** @returns the risk treatment plan as the API returns it */
export function planOf({ risks, vendors }: Treatment, bands: Bands): Schemas['IsmsRiskTreatment'] {
  return {
    risks: risks.map((risk, index) => ({
      reference: `R-${String(index + 1).padStart(2, '0')}`,
      ...rowOf(risk),
      inherentLevel: levelOfRisk(risk.probability, risk.impact, risk.inherentAssessed, bands),
      residualLevel: levelOfRisk(risk.residualProbability, risk.residualImpact, risk.residualAssessed, bands),
    })),
    vendors: vendors.map((vendor) => ({
      ...rowOf(vendor),
      inherentLevel: levelOfVendor(vendor.probability, vendor.impact, bands),
      residualLevel: levelOfVendor(vendor.residualProbability, vendor.residualImpact, bands),
    })),
    validationMessages: findUnmetPlanRequirements({ risks, vendors }),
  };
}

/** @returns the number of risks that are high or very high before treatment */
export function countHigh(risks: readonly TreatedRisk[], bands: Bands): number {
  return risks.filter(({ probability, impact, inherentAssessed }) =>
    ['high', 'very_high'].includes(levelOfRisk(probability, impact, inherentAssessed, bands)),
  ).length;
}

/** @returns the reasons that prevent the plan from being submitted (isms, rule 9) */
export function findUnmetPlanRequirements({ risks, vendors }: Treatment): string[] {
  return [
    ...(risks.length ? [] : ['There is no risk']),
    ...risks.filter(({ ownerName }) => ownerName === null).map(({ title }) => `The risk ${title} has no owner`),
    ...vendors.filter(({ ownerName }) => ownerName === null).map(({ title }) => `The vendor ${title} has no owner`),
  ];
}

function rowOf(row: TreatedRisk | TreatedVendor) {
  const { title, category, status, ownerName, treatmentType, treatmentText, controls } = row;
  const type = treatmentType.charAt(0).toUpperCase() + treatmentType.slice(1);
  const text = treatmentText?.trim() ?? '';
  const { acceptedByName, acceptedAt } = row;
  const isAccepted = acceptedByName !== null && acceptedAt !== null;
  const isCurrent = row.acceptedProbability === row.residualProbability && row.acceptedImpact === row.residualImpact;
  return {
    title,
    category,
    treatment: text === '' ? type : `${type}: ${text}`,
    controls: [...controls],
    ownerName,
    acceptance: isAccepted ? `Accepted by ${acceptedByName} on ${acceptedAt.slice(0, 10)}` : '',
    acceptanceState: isAccepted ? (isCurrent ? ('accepted' as const) : ('stale' as const)) : ('awaiting' as const),
    status,
  };
}

function levelOfRisk(probability: number, impact: number, isAssessed: boolean, bands: Bands): Schemas['RiskLevel'] {
  return isAssessed ? levelOf(scoreOf(probability, impact), bands) : 'very_low';
}

function levelOfVendor(probability: Schemas['Likelihood'], impact: Schemas['Impact'], bands: Bands): Schemas['RiskLevel'] {
  return levelOfSteps(likelihoods.indexOf(probability) + 1, impacts.indexOf(impact) + 1, bands);
}
