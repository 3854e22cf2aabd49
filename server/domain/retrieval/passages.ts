/**
 * What an organization has written about itself, found by a question: its context, its controls, the statements of its policies in force, the answers
 * that its people wrote, its documents, what it does about its risks, and, unless only practices are wanted, what its risks are.
 */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { withFrameworkNames } from '../context/framework-names.ts';
import { isVisibleTo } from '../policies/visible.ts';
import { aspectsIn } from './aspects.ts';
import { meaningfulWords } from './words.ts';

export const passageSources = ['soa_answer', 'risk', 'control', 'context', 'policy', 'manual_answer', 'knowledge_base_document'] as const;
export type PassageSource = (typeof passageSources)[number];

/** Where in a policy something is said. */
export interface Statement {
  /** The part, of those that any policy has; null for one that says what the organization does. */
  readonly aspect: string | null;
  /** What stands above it, if it says what the statement is about. */
  readonly heading: string | null;
  /** Which one below the heading, from 1. */
  readonly line: number;
}

export interface Passage {
  readonly sourceType: PassageSource;
  readonly sourceId: string;
  /** Title of the risk, name of the control, policy or document, question of the context or of the manual answer. */
  readonly sourceName: string;
  /** The one where the passage begins, of a document that has pages. */
  readonly page?: number;
  /** Of a statement of a policy. */
  readonly statement?: Statement;
  readonly text: string;
  /** 0 to 1: which part of what the question is about the passage speaks of, its rare words counting more than its common ones. */
  readonly score: number;
}

/** @returns what the passage is about by its name, and by what stands above it: that of a policy is a policy says nothing */
export function nameOf({ sourceType, sourceName, statement }: Passage): string {
  const name = sourceType === 'policy' ? sourceName.replace(/ (?:policy|procedure)$/i, '') : sourceName;
  return statement?.heading ? `${name} ${statement.heading}` : name;
}

interface Wanted {
  readonly limit: number;
  readonly sources?: readonly PassageSource[];
  readonly practices?: boolean;
  readonly aspects?: readonly string[];
  readonly reader?: string | undefined;
}

/**
 * The best passages for a question, best first; the same ones whenever nothing has changed.
 * @param question in any form; numbers, and words that every questionnaire has, do not count
 * @param limit most passages, one to forty
 * @param sources all kinds, unless told otherwise
 * @param practices whether only what the organization does is wanted: then nothing is told of what could go wrong, nor of what it accepts, nor
 * of controls that are not implemented
 * @param aspects of policies that are asked for (aspects.ts); those that the question names, unless told otherwise
 * @param reader id of the member who asks; without one, policies are told that everybody may read
 * @returns none when the question names nothing that the organization has written of
 */
export async function findPassages(
  db: OrganizationDatabase,
  question: string,
  { limit, sources = passageSources, practices = false, aspects = aspectsIn(question), reader = '' }: Wanted,
): Promise<Passage[]> {
  const words = meaningfulWords(question);
  if (words.length === 0) return [];
  const hidden = db
    .selectFrom('policy')
    .select('policy.id')
    .where((eb) => eb.not(isVisibleTo(eb, reader)));
  const found = sql<{
    source_type: PassageSource;
    source_id: string;
    source_name: string;
    page: number | null;
    aspect: string | null;
    heading: string | null;
    line: number | null;
    passage: string;
    score: number;
  }>`find_passages(${words.join(' ')}, ${[...sources]}::text[], ${practices}::boolean,
    array(${hidden})::text[], ${limit}::integer, ${[...aspects]}::text[])`;
  const rows = await db.selectFrom(found.as('found')).selectAll().execute();
  const texts = await withFrameworkNames(
    db,
    rows.map(({ passage }) => passage),
  );
  return rows.map((row, index) => ({
    sourceType: row.source_type,
    sourceId: row.source_id,
    sourceName: row.source_name,
    ...(row.page !== null && { page: row.page }),
    ...(row.line !== null && { statement: { aspect: row.aspect, heading: row.heading, line: row.line } }),
    text: texts[index] ?? row.passage,
    score: row.score,
  }));
}
