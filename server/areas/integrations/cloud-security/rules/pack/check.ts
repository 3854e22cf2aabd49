/** Defines a check of the rule pack, and functions that read attributes of a resource (cloud-security, rule 9). */
import type { Severity } from '#providers/manifest';
import { isObject, type JsonObject } from '#platform/json-object';

export interface PackCheck {
  /** The id of the check, which is the same in all scans. */
  readonly key: string;
  readonly service: string;
  readonly resourceType: string;
  readonly severity: Severity;
  /** The kind of resource, for titles. */
  readonly subject: string;
  /** The requirement, written to follow a colon. */
  readonly requirement: string;
  /** The violation of the requirement, written to follow a colon. */
  readonly violation: string;
  /** A sentence about a resource that passes, if `requirement` says too little. */
  readonly passDescription?: string;
  /** A sentence about a resource that fails, if `violation` says too little. */
  readonly failDescription?: string;
  /** A sentence about the consequences of a failure. */
  readonly consequence: string;
  /** A sentence about how to fix a failure. */
  readonly remediation: string;
  /** Paths of the attributes that the check reads. Their values become the evidence. */
  readonly reads: readonly string[];
  /** @param collectedAt time of collection in milliseconds @returns whether the resource fails; undefined if an attribute is missing */
  verdict(attributes: JsonObject, collectedAt: number): boolean | undefined;
}

/** @param path property names separated by dots @returns the value, which may be null; undefined if there is no such attribute */
export function readAttribute(attributes: JsonObject, path: string): unknown {
  let value: unknown = attributes;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Fails if the boolean has the forbidden value. */
export const mustNotBe =
  (path: string, forbiddenValue: boolean): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return typeof value === 'boolean' ? value === forbiddenValue : undefined;
  };

/** Fails unless the boolean is true. Null counts as false. */
export const mustBeTrue =
  (path: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return value === null || typeof value === 'boolean' ? value !== true : undefined;
  };

/** Fails if the text is one of the forbidden texts. */
export const mustNotBeOneOf =
  (path: string, ...forbiddenValues: readonly string[]): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return typeof value === 'string' ? forbiddenValues.includes(value) : undefined;
  };

/** Fails unless the text equals the required text. Null fails. */
export const mustBe =
  (path: string, required: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return value === null || typeof value === 'string' ? value !== required : undefined;
  };

/** Fails if the value is null or empty. */
export const mustBeSet =
  (path: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return value === undefined ? undefined : value === null || value === '';
  };

/** Fails if the number is lower than the minimum. */
export const mustBeAtLeast =
  (path: string, minimum: number): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return typeof value === 'number' ? value < minimum : undefined;
  };

/** Fails unless at least one item of the list matches. */
export const mustHaveItem =
  (path: string, matches: (item: JsonObject) => boolean): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return Array.isArray(value) ? !objectsIn(value).some(matches) : undefined;
  };

/** Fails if the list is empty. */
export const mustNotBeEmpty =
  (path: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = readAttribute(attributes, path);
    return Array.isArray(value) ? value.length === 0 : undefined;
  };

export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** @param range a range of ports as providers write it: `22`, `20-25`, or `*` @returns whether it covers one of the ports */
export function coversPort(range: unknown, ...ports: readonly number[]): boolean {
  if (range === '*') return true;
  const [firstPort, lastPort = firstPort] = String(range).split('-').map(Number);
  return firstPort !== undefined && lastPort !== undefined && ports.some((port) => firstPort <= port && port <= lastPort);
}
