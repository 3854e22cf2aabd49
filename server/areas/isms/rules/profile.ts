/** The answers to the wizard (spec/areas/isms, rule 17). */
import type { components } from '../../../../generated/api.d.ts';
import { isObject, type JsonObject } from '../../../platform/json-object.ts';
import { trusted } from '../../../platform/trusted.ts';
import { objectivesOf } from './derive.ts';
import { scopeSentence } from './narratives.ts';
import type { Answers, Sources } from './sources.ts';

type Schemas = components['schemas'];

/** What each answer takes to be complete: itself, and of an object its members. */
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

/** @returns the answers with what is sent: objects are merged one level deep, everything else is replaced, and texts are trimmed */
export function merged(before: Answers, sent: Answers): Answers {
  const trimmed: unknown = JSON.parse(JSON.stringify(sent), (name, value: unknown) => {
    const text = typeof value === 'string' ? value.trim() : value;
    return name === 'memberId' && text === '' ? null : text;
  });
  const known: JsonObject = before;
  const entries = Object.entries(isObject(trimmed) ? trimmed : {}).map(([name, value]): [string, unknown] => {
    const old = known[name];
    return [name, isObject(old) && isObject(value) ? { ...old, ...value } : value];
  });
  return answersIn({ ...before, ...Object.fromEntries(entries) });
}

/** @returns the names of the answers that are missing, or miss a member */
export function missingIn(answers: Answers): string[] {
  const known: JsonObject = answers;
  return Object.entries(demanded).flatMap(([name, members]) => {
    const value = known[name];
    const isThere = value !== undefined && members.every((member) => isObject(value) && value[member] !== undefined);
    return isThere ? [] : [name];
  });
}

const regulators = ['FINMA', 'FCA', 'HIPAA', 'PCI DSS', 'healthcare', 'critical_infrastructure'];

/** @param services what the context says of them, if it does @returns what the wizard suggests */
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

/** @returns the parts of a text: its lines, bullets and parts between semicolons, or where it has none of these its sentences */
export function capabilitiesIn(services: string): string[] {
  const parts = services.split(/\r?\n|[;•]/).map(bare);
  const several = parts.filter((part) => part !== '');
  const found = several.length > 1 ? several : (services.match(/[^.!?]+[.!?]*/g) ?? []).map(bare).filter((part) => part !== '');
  return found.slice(0, 200).map((part) => part.slice(0, 2000));
}

function bare(part: string): string {
  return part.trim().replace(/^[-*]\s*/, '');
}
