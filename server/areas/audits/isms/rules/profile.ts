/** Answers to the setup wizard, and suggestions for them (isms, rule 17). */
import type { components } from '#generated/api';
import { isObject, type JsonObject } from '#platform/json-object';
import { trusted } from '#platform/trusted';
import { objectivesOf } from './derive.ts';
import { scopeSentence } from './narratives.ts';
import type { Answers, Sources } from './sources.ts';

type Schemas = components['schemas'];

/** The properties that make an answer complete; empty if any value is enough. */
const requiredProperties: Readonly<Record<keyof Answers, readonly string[]>> = {
  deputySpo: ['memberId', 'toBeNamed'],
  internalAuditApproach: [],
  certificationBody: [],
  insurance: ['has', 'insurerName'],
  sectorRegulators: [],
  hasContractors: [],
  capabilitiesInProduction: [],
  cloudScopeSplit: ['customer', 'provider'],
  euRep: ['status', 'name'],
  certificateScopeSentence: [],
  objectives: [],
  intendedOutcomes: [],
};

/** @returns the stored answers */
export function answersIn(storedAnswers: unknown): Answers {
  return trusted<Answers>(isObject(storedAnswers) ? storedAnswers : {}, 'merged of what the contract has accepted');
}

/** @returns answers with the sent changes: objects are merged one level deep, other values replaced; a blank `memberId` becomes null */
export function mergeAnswers(before: Answers, sentAnswers: Answers): Answers {
  const normalizedAnswers: unknown = JSON.parse(JSON.stringify(sentAnswers), (name, value: unknown) =>
    name === 'memberId' && value === '' ? null : value,
  );
  const answersByName: JsonObject = before;
  const entries = Object.entries(isObject(normalizedAnswers) ? normalizedAnswers : {}).map(([name, value]): [string, unknown] => {
    const previous = answersByName[name];
    return [name, isObject(previous) && isObject(value) ? { ...previous, ...value } : value];
  });
  return answersIn({ ...before, ...Object.fromEntries(entries) });
}

/** @returns the names of answers that are missing or incomplete */
export function findMissingAnswers(answers: Answers): string[] {
  const answersByName: JsonObject = answers;
  return Object.entries(requiredProperties).flatMap(([name, properties]) => {
    const value = answersByName[name];
    const isComplete = value !== undefined && properties.every((property) => isObject(value) && value[property] !== undefined);
    return isComplete ? [] : [name];
  });
}

const regulators = ['FINMA', 'FCA', 'HIPAA', 'PCI DSS', 'healthcare', 'critical_infrastructure'];

/** @param services the description of the services in the context, if any @returns the suggested answers */
export function defaultsOf(sources: Sources, services: string | undefined): Schemas['IsmsProfileDefaults'] {
  const { answers: _saved, ...data } = sources;
  return {
    capabilitiesInProduction: services === undefined ? [] : capabilitiesIn(services),
    certificateScopeSentence: scopeSentence(sources),
    objectives: objectivesOf({ ...data, answers: {} }).map(({ fields: { objective, target } }) => ({ objective, target: target ?? '' })),
    intendedOutcomes: [
      'Information of customers and of the organization stays confidential, correct and available.',
      'Legal, regulatory and contractual requirements are met.',
      'Risks are known, treated and accepted by the right people.',
      'The ISMS improves continually.',
    ],
    cloudScopeSplit: {
      customer: ['Applications and data', 'Accounts and access', 'Configuration of cloud services'],
      provider: ['Data centers and hardware', 'Networks and virtualization', 'Managed databases and platforms'],
    },
    sectorRegulatorOptions: regulators,
  };
}

/** @returns the items of a text, split at line breaks, bullets and semicolons, or otherwise at sentences */
export function capabilitiesIn(services: string): string[] {
  const parts = services.split(/\r?\n|[;•]/).map(withoutBullet);
  const items = parts.filter((part) => part !== '');
  const capabilities = items.length > 1 ? items : (services.match(/[^.!?]+[.!?]*/g) ?? []).map(withoutBullet).filter((part) => part !== '');
  return capabilities.slice(0, 200).map((part) => part.slice(0, 2000));
}

function withoutBullet(part: string): string {
  return part.trim().replace(/^[-*]\s*/, '');
}
