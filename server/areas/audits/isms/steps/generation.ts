/** Generates the content of documents from the data of the organization (isms, rule 2). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Derived, issuesOf, objectivesOf, partiesOf, requirementsOf } from '../rules/derive.ts';
import { constantNarrative, leadershipNarrative, type Narrative, parseNarrative, scopeNarrative } from '../rules/narratives.ts';
import type { RegisterName } from '../rules/registers.ts';
import { parseRowValues } from '../rules/rows.ts';
import type { Sources } from '../rules/sources.ts';
import { updateBaseline } from './baseline.ts';
import type { IsmsData } from './data.ts';
import { reopen, saveNarrative } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { deleteDerived, insertRows } from '../queries/rows.ts';
import { partiesIn } from './parties.ts';
import { seedMissing } from './setup.ts';

/** Generates the content of a document that the caller has locked. */
export async function generate(db: OrganizationDatabase, document: StoredDocument, data: IsmsData): Promise<void> {
  await writeContent(db, document, data.sources);
  await updateBaseline(db, document, data);
  await reopen(db, document, 'generation');
}

async function writeContent(db: OrganizationDatabase, document: StoredDocument, sources: Sources): Promise<void> {
  switch (document.type) {
    case 'context_of_organization':
      return replaceDerived(db, document, 'context-issues', issuesOf(sources));
    case 'interested_parties_register':
      return replaceDerived(db, document, 'interested-parties', partiesOf(sources));
    case 'interested_parties_requirements':
      return replaceDerived(db, document, 'requirements', requirementsOf(sources, await partiesIn(db, document.frameworkId)));
    case 'objectives_plan':
      return replaceDerived(db, document, 'objectives', objectivesOf(sources));
    case 'roles_and_responsibilities':
    case 'monitoring':
      await seedMissing(db, document);
      return;
    case 'isms_scope':
      return writeNarrativeIfMissing(db, document, scopeNarrative(sources));
    case 'leadership_commitment':
      return writeNarrativeIfMissing(db, document, leadershipNarrative(sources));
    case 'risk_assessment_methodology':
    case 'internal_audit':
    case 'management_review':
      return writeNarrativeIfMissing(db, document, constantNarrative(document.type));
    case 'risk_treatment_plan':
  }
}

async function replaceDerived(
  db: OrganizationDatabase,
  { id }: StoredDocument,
  register: RegisterName,
  derived: readonly Derived<object>[],
): Promise<void> {
  await deleteDerived(db, id, register);
  await insertRows(
    db,
    id,
    register,
    derived.map(({ from, fields }) => ({ ...parseRowValues(register, fields), derivedFrom: from })),
  );
}

async function writeNarrativeIfMissing(db: OrganizationDatabase, { id, narrative }: StoredDocument, text: Narrative): Promise<void> {
  if (parseNarrative(narrative) === undefined) await saveNarrative(db, id, text);
}
