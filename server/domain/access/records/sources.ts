/** Filters the sources of an answer by what the reader may see (questionnaires, rule 21). */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mayRead } from './kinds.ts';
import { selectReadableIds, type Reader } from './rows.ts';
import { findReadableIds, canReadAll } from './readable.ts';

type Source = components['schemas']['AnswerSource'];

/**
 * @returns a function that removes the sources that the caller may not read. A source without an id is matched by its policy name. A source
 * whose record was deleted is visible only to callers who may read all records of its kind.
 */
export async function createSourceFilter(db: OrganizationDatabase, reader: Reader, sources: readonly Source[]) {
  const readableIds = new Set<string>();
  const fullyReadableKinds = new Set<Source['sourceType']>();
  for (const [kind, sourcesOfKind] of Map.groupBy(sources, ({ sourceType }) => sourceType)) {
    const ids = sourcesOfKind.flatMap(({ sourceId }) => sourceId ?? []);
    if (!mayRead(reader, kind)) continue;
    if (await canReadAll(db, reader, kind)) fullyReadableKinds.add(kind);
    for (const id of fullyReadableKinds.has(kind) ? ids : await findReadableIds(db, reader, kind, ids)) readableIds.add(id);
  }
  const hasNamedPolicy = sources.some(({ sourceType, sourceId }) => sourceType === 'policy' && sourceId === null);
  const readableNames = new Set(hasNamedPolicy && !fullyReadableKinds.has('policy') ? await readablePolicyNames(db, reader) : []);
  const isReadable = ({ sourceType, sourceId, policyName }: Source) =>
    sourceId !== null
      ? readableIds.has(sourceId)
      : fullyReadableKinds.has(sourceType) || (sourceType === 'policy' && policyName !== null && readableNames.has(policyName));
  return <S extends Source>(list: readonly S[]): S[] => list.filter(isReadable);
}

/** @returns the names of the policies that the caller may read, except names that a hidden policy also has */
async function readablePolicyNames(db: OrganizationDatabase, reader: Reader): Promise<string[]> {
  const readablePolicyIds = selectReadableIds(db, reader, 'policy');
  const rows = await db
    .selectFrom('policy')
    .select('name')
    .where('id', 'in', readablePolicyIds)
    .except(db.selectFrom('policy').select('name').where('id', 'not in', readablePolicyIds))
    .execute();
  return rows.map(({ name }) => name);
}
