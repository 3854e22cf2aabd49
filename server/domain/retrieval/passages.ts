/**
 * What an organization has written about itself, found by a question: its controls, what it does about its risks, and, unless only
 * practices are wanted, what its risks are.
 */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { meaningfulWords } from './words.ts';

export const passageSources = ['soa_answer', 'risk', 'control'] as const;
export type PassageSource = (typeof passageSources)[number];

export interface Passage {
  readonly sourceType: PassageSource;
  readonly sourceId: string;
  /** Title of the risk, name of the control. */
  readonly sourceName: string;
  readonly text: string;
  /** 0 to 1: which part of what the question is about the passage speaks of, its rare words counting more than its common ones. */
  readonly score: number;
}

interface Wanted {
  readonly limit: number;
  readonly sources?: readonly PassageSource[];
  readonly practices?: boolean;
}

/**
 * The best passages for a question, best first; the same ones whenever nothing has changed.
 * @param question in any form; numbers, and words that every questionnaire has, do not count
 * @param limit most passages, one to thirty
 * @param sources all kinds, unless told otherwise
 * @param practices whether only what the organization does is wanted: then nothing is told of what could go wrong, nor of what it accepts
 * @returns none when the question names nothing that the organization has written of
 */
export async function findPassages(
  db: OrganizationDatabase,
  question: string,
  { limit, sources = passageSources, practices = false }: Wanted,
): Promise<Passage[]> {
  const words = meaningfulWords(question);
  if (words.length === 0) return [];
  const found = sql<{
    source_type: PassageSource;
    source_id: string;
    source_name: string;
    passage: string;
    score: number;
  }>`find_passages(${words.join(' ')}, ${[...sources]}::text[], ${practices}::boolean, ${limit}::integer)`;
  const rows = await db.selectFrom(found.as('found')).selectAll().execute();
  return rows.map((row) => ({
    sourceType: row.source_type,
    sourceId: row.source_id,
    sourceName: row.source_name,
    text: row.passage,
    score: row.score,
  }));
}
