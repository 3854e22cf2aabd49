/** The data that documents are generated from, and detection of changes to it (isms, rules 3 and 11). */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { components } from '#generated/api';
import { isObject } from '#platform/json-object';
import type { DocumentType } from './pack.ts';

type Schemas = components['schemas'];
export type Answers = Schemas['IsmsWizardAnswers'];
export type DriftSource = Exclude<Schemas['IsmsDriftSource'], 'no-baseline'>;

/** Data of an organization. Lists are sorted, so that equal data compare as equal. */
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
/** Additional data that some documents depend on. */
export interface AdditionalSources {
  readonly parties: readonly object[];
  readonly riskTreatment: object;
}

const commonSources = ['frameworks', 'vendors', 'subprocessors', 'members', 'wizardAnswers'] as const;

/** The sources that each type of document depends on. */
const sourcesByType: Readonly<Record<DocumentType, readonly DriftSource[]>> = {
  context_of_organization: [...commonSources, 'vendorMix', 'departmentMix', 'devices'],
  interested_parties_register: commonSources,
  interested_parties_requirements: [...commonSources, 'parties'],
  isms_scope: commonSources,
  leadership_commitment: ['organizationName', 'wizardAnswers'],
  roles_and_responsibilities: ['members'],
  risk_assessment_methodology: [],
  risk_treatment_plan: ['riskTreatment'],
  objectives_plan: ['frameworks', 'vendors', 'risks', 'training', 'members', 'wizardAnswers'],
  monitoring: [],
  internal_audit: [],
  management_review: [],
};

/** @returns the sources that a type of document depends on */
export function sourcesOf(type: DocumentType): readonly DriftSource[] {
  return sourcesByType[type];
}

/** @returns the data of each source that the document depends on, serialized or hashed, so that equal data result in equal strings */
export function baselineOf(type: DocumentType, sources: Sources, additionalSources: AdditionalSources): Readonly<Record<string, string>> {
  const values: Readonly<Record<DriftSource, () => unknown>> = {
    organizationName: () => sources.organizationName,
    frameworks: () => sortTexts(sources.frameworks),
    vendors: () => sortTexts(sources.vendors.map(({ name }) => name)),
    vendorMix: () => countOccurrences(sources.vendors.map(({ category }) => category)),
    subprocessors: () => sortTexts(sources.subprocessors),
    members: () => sortTexts(sources.members.map(({ id }) => id)),
    departmentMix: () => countOccurrences(sources.members.map(({ department }) => department)),
    devices: () => sources.devices,
    risks: () => sources.risks,
    training: () => sources.hasTraining,
    wizardAnswers: () => sources.answers,
    parties: () => hashOf(sortTexts(additionalSources.parties.map(toCanonicalJson))),
    riskTreatment: () => hashOf(additionalSources.riskTreatment),
  };
  return Object.fromEntries(sourcesByType[type].map((source) => [source, toCanonicalJson(values[source]())]));
}

/** @param storedBaseline the baseline from the last generation or approval @returns the sources that have changed since then */
export function driftOf(
  type: DocumentType,
  storedBaseline: unknown,
  currentBaseline: Readonly<Record<string, string>>,
): Schemas['IsmsDrift'] {
  if (!sourcesByType[type].length) return { isStale: false, changedSources: [] };
  if (!isObject(storedBaseline)) return { isStale: true, changedSources: ['no-baseline'] };
  const changedSources = sourcesByType[type].filter((source) => storedBaseline[source] !== currentBaseline[source]);
  return { isStale: changedSources.length > 0, changedSources };
}

function sortTexts(texts: readonly string[]): string[] {
  return [...texts].toSorted();
}

/** @returns the number of occurrences of each text */
export function countOccurrences(texts: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(texts, (text) => text)].map(([text, occurrences]) => [text, occurrences.length]));
}

function toCanonicalJson(value: unknown): string {
  return canonicalize(value) ?? '';
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(toCanonicalJson(value)).digest('hex');
}
