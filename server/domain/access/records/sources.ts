/** The sources of an answer that are visible to a reader (questionnaires, rule 21). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mayRead } from './kinds.ts';
import { selectReadableIds, type Reader } from './rows.ts';
import { findReadableIds, canReadAll } from './readable.ts';

type Source = components['schemas']['AnswerSource'];

/**
 * @returns a function that removes the sources that the caller may not read. A source without an id is matched by its policy name. A source whose
 * record was deleted is visible only to callers who may read all records of its kind.
 */
export async function createSourceFilter(db: OrganizationDatabase, reader: Reader, sources: readonly Source[]) {
  const readable = new Set<string>();
  const complete = new Set<Source['sourceType']>();
  for (const [kind, sourcesOfKind] of Map.groupBy(sources, ({ sourceType }) => sourceType)) {
    const ids = sourcesOfKind.flatMap(({ sourceId }) => sourceId ?? []);
    if (!mayRead(reader, kind)) continue;
    if (await canReadAll(db, reader, kind)) complete.add(kind);
    for (const id of complete.has(kind) ? ids : await findReadableIds(db, reader, kind, ids)) readable.add(id);
  }
  const hasNamedPolicy = sources.some(({ sourceType, sourceId }) => sourceType === 'policy' && sourceId === null);
  const names = new Set(hasNamedPolicy && !complete.has('policy') ? await readablePolicyNames(db, reader) : []);
  const isReadable = ({ sourceType, sourceId, policyName }: Source) =>
    sourceId !== null
      ? readable.has(sourceId)
      : complete.has(sourceType) || (sourceType === 'policy' && policyName !== null && names.has(policyName));
  return <Kept extends Source>(all: readonly Kept[]): Kept[] => all.filter(isReadable);
}

/** @returns the policy names that the caller may read and that no hidden policy shares */
async function readablePolicyNames(db: OrganizationDatabase, reader: Reader): Promise<string[]> {
  const readable = selectReadableIds(db, reader, 'policy');
  const rows = await db
    .selectFrom('policy')
    .select('name')
    .where('id', 'in', readable)
    .except(db.selectFrom('policy').select('name').where('id', 'not in', readable))
    .execute();
  return rows.map(({ name }) => name);
}
