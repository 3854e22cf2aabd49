/**
 * Searches the texts that an organization wrote about itself: its context, controls, published policies, manual answers, documents,
 * approved statements of applicability, risk treatments and (if not only practices are requested) risks.
 */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '#platform/database/handle';
import { redactSecrets } from '#platform/redaction/redact-secrets';
import { audiencesOf, readableKinds, type Reader } from '#domain/access/audience/reader';
import { replaceFrameworkIds } from './context/framework-names.ts';
import { isVisibleTo } from '#domain/policies/visible';
import { aspectsIn } from './aspects.ts';
import { meaningfulWords } from './words.ts';

export const passageSources = ['soa_answer', 'risk', 'control', 'context', 'policy', 'manual_answer', 'knowledge_base_document'] as const;
export type PassageSource = (typeof passageSources)[number];

/** The position of a statement in a policy. */
export interface Statement {
  /** The policy section, such as `scope`; null for statements of practices. */
  readonly aspect: string | null;
  /** The heading above the statement; null if the heading does not state the topic. */
  readonly heading: string | null;
  /** The number of the line below the heading, from 1. */
  readonly line: number;
}

export interface Passage {
  readonly sourceType: PassageSource;
  readonly sourceId: string;
  /** The title of the risk, the name of the control, policy or document, or the question of the context entry or manual answer. */
  readonly sourceName: string;
  /** The page on which the passage starts, if the document has pages. */
  readonly page?: number;
  /** Present if the passage is a statement of a policy. */
  readonly statement?: Statement;
  readonly text: string;
  /** The part of the question that the passage covers, from 0 to 1. Rare words have a higher weight. */
  readonly score: number;
}

/** @returns the passage with likely secrets hidden, because answers quote passages */
export function redactPassage<P extends Pick<Passage, 'sourceName' | 'text'>>(passage: P): P {
  return { ...passage, sourceName: redactSecrets(passage.sourceName), text: redactSecrets(passage.text) };
}

/** @returns the name and heading of the passage; the name of a policy is returned without a trailing `policy` or `procedure` */
export function passageTopicOf({ sourceType, sourceName, statement }: Passage): string {
  const name = sourceType === 'policy' ? sourceName.replace(/ (?:policy|procedure)$/i, '') : sourceName;
  return statement?.heading ? `${name} ${statement.heading}` : name;
}

interface SearchOptions {
  readonly limit: number;
  readonly sources?: readonly PassageSource[];
  readonly practices?: boolean;
  readonly aspects?: readonly string[];
}

/**
 * Finds the best passages for a question, best first. The result is deterministic.
 * @param question a text in any form; numbers and words that are common in questionnaires are ignored
 * @param reader the database returns only records that are visible to this reader
 * @param limit maximum number of passages, 1 to 40
 * @param sources kinds of records to search; defaults to all kinds. Kinds that the reader may not read are left out.
 * @param practices whether to leave out risks and controls that are not implemented; plans to treat risks are always searched
 * @param aspects policy sections to search (aspects.ts); defaults to the sections that the question asks for
 * @returns the passages; empty if nothing matches the question
 */
export async function findPassages(
  db: OrganizationDatabase,
  question: string,
  reader: Reader,
  { limit, sources = passageSources, practices = false, aspects = aspectsIn(question) }: SearchOptions,
): Promise<Passage[]> {
  const words = meaningfulWords(question);
  if (words.length === 0) return [];
  // For visitors, only the audience of a policy matters.
  const memberId = reader.kind === 'member' ? (reader.memberId ?? '') : reader.previewedBy;
  const hiddenPolicies = db
    .selectFrom('policy')
    .select('policy.id')
    .where((eb) => (memberId === undefined ? eb.lit(false) : eb.not(isVisibleTo(eb, memberId))));
  const foundPassages = sql<{
    source_type: PassageSource;
    source_id: string;
    source_name: string;
    page: number | null;
    aspect: string | null;
    heading: string | null;
    line: number | null;
    passage: string;
    score: number;
  }>`find_passages(${words.join(' ')}, ${readableKinds(reader, sources)}::text[], ${practices}::boolean,
    array(${hiddenPolicies})::text[], ${limit}::integer, ${[...aspects]}::text[], ${[...audiencesOf(reader)]}::text[])`;
  const rows = await db.selectFrom(foundPassages.as('found')).selectAll().execute();
  const texts = await replaceFrameworkIds(
    db,
    rows.map(({ passage }) => passage),
  );
  return rows.map((row, index) =>
    redactPassage({
      sourceType: row.source_type,
      sourceId: row.source_id,
      sourceName: row.source_name,
      ...(row.page !== null && { page: row.page }),
      ...(row.line !== null && { statement: { aspect: row.aspect, heading: row.heading, line: row.line } }),
      text: texts[index] ?? row.passage,
      score: row.score,
    }),
  );
}
