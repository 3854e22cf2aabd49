/** Answers to the wizard (isms, rule 17). */
import type { components } from '#generated/api';
import { isObject, type JsonObject } from '#platform/json-object';
import { trusted } from '#platform/trusted';
import { objectivesOf } from './derive.ts';
import { scopeSentence } from './narratives.ts';
import type { Answers, Sources } from './sources.ts';

type Schemas = components['schemas'];

/** Members that an answer needs to be complete; empty if the answer itself is enough. */
const demanded: Readonly<Record<keyof Answers, readonly string[]>> = {
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
export function answersIn(stored: unknown): Answers {
  return trusted<Answers>(isObject(stored) ? stored : {}, 'merged of what the contract has accepted');
}

/** @returns the merged answers: objects are merged one level deep, everything else is replaced, and a blank `memberId` becomes null */
export function merged(before: Answers, sent: Answers): Answers {
  const given: unknown = JSON.parse(JSON.stringify(sent), (name, value: unknown) => (name === 'memberId' && value === '' ? null : value));
  const known: JsonObject = before;
  const entries = Object.entries(isObject(given) ? given : {}).map(([name, value]): [string, unknown] => {
    const old = known[name];
    return [name, isObject(old) && isObject(value) ? { ...old, ...value } : value];
  });
  return answersIn({ ...before, ...Object.fromEntries(entries) });
}

/** @returns names of answers that are missing or incomplete */
export function missingIn(answers: Answers): string[] {
  const known: JsonObject = answers;
  return Object.entries(demanded).flatMap(([name, members]) => {
    const value = known[name];
    const isThere = value !== undefined && members.every((member) => isObject(value) && value[member] !== undefined);
    return isThere ? [] : [name];
  });
}

const regulators = ['FINMA', 'FCA', 'HIPAA', 'PCI DSS', 'healthcare', 'critical_infrastructure'];

/** @param services the description of the services in the context, if any @returns suggestions of the wizard */
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

/** @returns the parts of a text: lines, bullets and parts between semicolons, or else its sentences */
export function capabilitiesIn(services: string): string[] {
  const parts = services.split(/\r?\n|[;•]/).map(bare);
  const several = parts.filter((part) => part !== '');
  const found = several.length > 1 ? several : (services.match(/[^.!?]+[.!?]*/g) ?? []).map(bare).filter((part) => part !== '');
  return found.slice(0, 200).map((part) => part.slice(0, 2000));
}

function bare(part: string): string {
  return part.trim().replace(/^[-*]\s*/, '');
}
