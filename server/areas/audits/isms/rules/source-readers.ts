/** Limits generation and wizard suggestions to readable sources, because both reveal records of other areas (isms, rules 17 and 26). */
import { mayRead, type OwnKind, checkReadPermission } from '#domain/access/records/kinds';
import type { Actor } from '#platform/identity/actor';
import type { DocumentType } from './pack.ts';
import { type DriftSource, type Sources, sourcesOf } from './sources.ts';

/** The kinds of records each source is read from. The other sources need no further permission. */
const recordKinds: Readonly<Partial<Record<DriftSource, readonly OwnKind[]>>> = {
  frameworks: ['framework'],
  vendors: ['vendor'],
  vendorMix: ['vendor'],
  subprocessors: ['vendor'],
  members: ['person'],
  departmentMix: ['person'],
  devices: ['device'],
  risks: ['risk'],
  riskTreatment: ['risk', 'vendor', 'control'],
};

/** @returns a refusal if the actor may not read all sources of the document; otherwise undefined */
export function checkGenerationPermissions(actor: Pick<Actor, 'permissions'>, type: DocumentType) {
  return checkReadPermission(actor, ...sourcesOf(type).flatMap((source) => recordKinds[source] ?? []));
}

/** @returns the sources, without the risks or the vendors if the caller may not read them */
export function readableSources(actor: Pick<Actor, 'permissions'>, sources: Sources): Sources {
  return {
    ...sources,
    ...(!mayRead(actor, 'risk') && { risks: { total: 0, high: 0 } }),
    ...(!mayRead(actor, 'vendor') && { vendors: [], subprocessors: [] }),
  };
}
