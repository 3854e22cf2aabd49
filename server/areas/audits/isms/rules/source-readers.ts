/** Decides who may generate a document and what the wizard suggests, because both reveal records of other areas (isms, rules 17 and 26). */
import { mayRead, type OwnKind, refuseReading } from '#domain/access/records/kinds';
import type { Actor } from '#platform/identity/actor';
import type { DocumentType } from './pack.ts';
import { type DriftSource, type Sources, sourcesOf } from './sources.ts';

/** The kind of record that a source is read from. The name and the answers of the organization belong to the documents. */
const kinds: Readonly<Partial<Record<DriftSource, readonly OwnKind[]>>> = {
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

/** @returns why the actor may not generate the document; undefined if it may */
export function refuseGeneration(actor: Pick<Actor, 'permissions'>, type: DocumentType) {
  return refuseReading(actor, ...sourcesOf(type).flatMap((source) => kinds[source] ?? []));
}

/** @returns the sources without risks and vendors that the caller may not read */
export function readableSources(actor: Pick<Actor, 'permissions'>, sources: Sources): Sources {
  return {
    ...sources,
    ...(!mayRead(actor, 'risk') && { risks: { total: 0, high: 0 } }),
    ...(!mayRead(actor, 'vendor') && { vendors: [], subprocessors: [] }),
  };
}
