/** What a check of the rule pack is, and how it reads the attributes of a resource (spec/areas/cloud-security, rule 9). */
import type { Severity } from '../../../../domain/providers/manifest.ts';
import { isObject, type JsonObject } from '../../../../platform/json-object.ts';

export interface PackCheck {
  /** The same in all scans. */
  readonly key: string;
  readonly service: string;
  readonly resourceType: string;
  readonly severity: Severity;
  /** What a resource is called in titles. */
  readonly subject: string;
  /** What the check asks for, and its contrary; both follow a colon. */
  readonly asks: string;
  readonly fault: string;
  /** The same in sentences, where these say more. */
  readonly passes?: string;
  readonly fails?: string;
  /** What a failure can lead to, in a sentence. */
  readonly why: string;
  /** What to do about it, in a sentence. */
  readonly remedy: string;
  /** The attributes that it reads, which are the evidence. */
  readonly reads: readonly string[];
  /** @param at when the facts were collected, in ms @returns whether the resource fails; undefined when an attribute is missing */
  verdict(attributes: JsonObject, at: number): boolean | undefined;
}

/** @param path names of members with dots between them @returns undefined when there is none; null is a value */
export function read(attributes: JsonObject, path: string): unknown {
  let value: unknown = attributes;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** @returns the verdict of a boolean that must not have this value */
export const flag =
  (path: string, bad: boolean): PackCheck['verdict'] =>
  (attributes) => {
    const value = read(attributes, path);
    return typeof value === 'boolean' ? value === bad : undefined;
  };

/** @returns the verdict of a boolean that has to be true, where null means that it is not */
export const mustBeTrue =
  (path: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = read(attributes, path);
    return value === null || typeof value === 'boolean' ? value !== true : undefined;
  };

/** @returns the verdict of a text that must be none of these */
export const noneOf =
  (path: string, ...bad: readonly string[]): PackCheck['verdict'] =>
  (attributes) => {
    const value = read(attributes, path);
    return typeof value === 'string' ? bad.includes(value) : undefined;
  };

/** @returns the verdict of a text that has to be this one, where null means that it is not */
export const mustBe =
  (path: string, good: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = read(attributes, path);
    return value === null || typeof value === 'string' ? value !== good : undefined;
  };

/** @returns the verdict of what has to be set, where null means that it is not */
export const mustBeSet =
  (path: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = read(attributes, path);
    return value === undefined ? undefined : value === null || value === '';
  };

/** @returns the verdict of a number that must not be below this one */
export const atLeast =
  (path: string, least: number): PackCheck['verdict'] =>
  (attributes) => {
    const value = read(attributes, path);
    return typeof value === 'number' ? value < least : undefined;
  };

/** @returns the verdict of a list of which one item has to fit */
export const someIs =
  (path: string, fits: (item: JsonObject) => boolean): PackCheck['verdict'] =>
  (attributes) => {
    const value = read(attributes, path);
    return Array.isArray(value) ? !objectsIn(value).some(fits) : undefined;
  };

/** @returns the verdict of a list that must not be empty */
export const notEmpty =
  (path: string): PackCheck['verdict'] =>
  (attributes) => {
    const value = read(attributes, path);
    return Array.isArray(value) ? value.length === 0 : undefined;
  };

export const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** Whether a text or a number of ports, as providers write it, covers one of these. @param range `22`, `20-25`, or `*` */
export function covers(range: unknown, ...ports: readonly number[]): boolean {
  if (range === '*') return true;
  const [from, to = from] = String(range).split('-').map(Number);
  return from !== undefined && to !== undefined && ports.some((port) => from <= port && port <= to);
}
