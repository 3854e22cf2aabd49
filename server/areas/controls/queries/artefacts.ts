/** What proves a control: policies, tasks and forms of evidence. They are linked alike, each in tables of its own. */
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';

export interface Artefacts<Key extends string = string> {
  /** Where the audit log says which were linked or unlinked, and what it calls them. */
  readonly field: string;
  readonly plural: string;
  /** Those of them that can be linked, in this order; they stay until the transaction ends. Others are left out (spec/areas/controls, rule 5). */
  linkable(db: OrganizationDatabase, keys: readonly Key[]): Promise<Artefact<Key>[]>;
  /** One of them, whether it can be linked or not. */
  find(db: OrganizationDatabase, key: string): Promise<Artefact<Key> | undefined>;
  /** Links them directly. @returns those that were not linked before */
  link(db: OrganizationDatabase, controlId: string, keys: readonly Key[]): Promise<Key[]>;
  /** Links them in one adopted framework. @returns those that were not linked there before */
  linkIn(db: OrganizationDatabase, instanceId: string, controlId: string, keys: readonly Key[]): Promise<Key[]>;
  /** Takes the direct link away, and those in custom frameworks. @returns how many there were */
  unlink(db: OrganizationDatabase, controlId: string, key: Key): Promise<number>;
  /** Takes the link in one adopted framework away. @returns how many there were */
  unlinkIn(db: OrganizationDatabase, instanceId: string, controlId: string, key: Key): Promise<number>;
}

export interface Artefact<Key extends string = string> {
  readonly key: Key;
  /** Fit to be read by who reads the log. */
  readonly title: string;
}

/** What is named in the log (spec/areas/controls, rule 11). */
export function titleOf(name: string, id: string): string {
  return `${name} (${id})`;
}

/** In the order of the keys that were asked for. */
export function inOrder<Key extends string>(keys: readonly Key[], found: readonly Artefact<Key>[]): Artefact<Key>[] {
  const byKey = new Map(found.map((one) => [one.key, one]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
