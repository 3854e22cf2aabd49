/** What documents are generated from, and whether it has changed since (spec/areas/isms, rules 3 and 11). */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { components } from '../../../../generated/api.d.ts';
import { isObject } from '../../../platform/json-object.ts';
import type { DocumentType } from './pack.ts';

type Schemas = components['schemas'];
export type Answers = Schemas['IsmsWizardAnswers'];
export type DriftSource = Exclude<Schemas['IsmsDriftSource'], 'no-baseline'>;

/** The data of an organization. Lists are in order, so that the same data are the same. */
export interface Sources {
  readonly organizationName: string;
  readonly frameworks: readonly string[];
  readonly vendors: readonly { readonly name: string; readonly category: string }[];
  readonly subprocessors: readonly string[];
  readonly members: readonly { readonly id: string; readonly name: string; readonly department: string }[];
  readonly devices: number;
  readonly risks: { readonly total: number; readonly high: number };
  readonly hasTraining: boolean;
  readonly answers: Answers;
}
/** What is compared beside the data, where a document reads it. */
export interface Compared {
  readonly parties: readonly object[];
  readonly riskTreatment: object;
}

const common = ['frameworks', 'vendors', 'subprocessors', 'members', 'wizardAnswers'] as const;

/** What each type of document reads. */
const read: Readonly<Record<DocumentType, readonly DriftSource[]>> = {
  context_of_organization: [...common, 'vendorMix', 'departmentMix', 'devices'],
  interested_parties_register: common,
  interested_parties_requirements: [...common, 'parties'],
  isms_scope: common,
  leadership_commitment: ['organizationName', 'wizardAnswers'],
  roles_and_responsibilities: ['members'],
  risk_assessment_methodology: [],
  risk_treatment_plan: ['riskTreatment'],
  objectives_plan: ['frameworks', 'vendors', 'risks', 'training', 'members', 'wizardAnswers'],
  monitoring: [],
  internal_audit: [],
  management_review: [],
};

/** @returns what a type of document reads, each as a text that is equal where the data are */
export function baselineOf(type: DocumentType, sources: Sources, compared: Compared): Readonly<Record<string, string>> {
  const values: Readonly<Record<DriftSource, () => unknown>> = {
    organizationName: () => sources.organizationName,
    frameworks: () => sorted(sources.frameworks),
    vendors: () => sorted(sources.vendors.map(({ name }) => name)),
    vendorMix: () => counted(sources.vendors.map(({ category }) => category)),
    subprocessors: () => sorted(sources.subprocessors),
    members: () => sorted(sources.members.map(({ id }) => id)),
    departmentMix: () => counted(sources.members.map(({ department }) => department)),
    devices: () => sources.devices,
    risks: () => sources.risks,
    training: () => sources.hasTraining,
    wizardAnswers: () => sources.answers,
    parties: () => hashOf(sorted(compared.parties.map(textOf))),
    riskTreatment: () => hashOf(compared.riskTreatment),
  };
  return Object.fromEntries(read[type].map((source) => [source, textOf(values[source]())]));
}

/** @param stored the baseline that was taken when the document was generated or approved @returns what is different now */
export function driftOf(type: DocumentType, stored: unknown, now: Readonly<Record<string, string>>): Schemas['IsmsDrift'] {
  if (!read[type].length) return { isStale: false, changedSources: [] };
  if (!isObject(stored)) return { isStale: true, changedSources: ['no-baseline'] };
  const changedSources = read[type].filter((source) => stored[source] !== now[source]);
  return { isStale: changedSources.length > 0, changedSources };
}

function sorted(texts: readonly string[]): string[] {
  return [...texts].toSorted();
}

/** @returns how often each text is there */
export function counted(texts: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(texts, (text) => text)].map(([text, all]) => [text, all.length]));
}

function textOf(value: unknown): string {
  return canonicalize(value) ?? '';
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(textOf(value)).digest('hex');
}
