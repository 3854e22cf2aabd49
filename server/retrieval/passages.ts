/** What an organization has said about itself, found by a question: its risks with their treatment, and its controls. */
import { sql } from 'kysely';
import type { OrganizationDatabase } from '../database/handle.ts';
import { meaningfulWords } from './words.ts';

export const passageSources = ['soa_answer', 'risk', 'control'] as const;
export type PassageSource = (typeof passageSources)[number];

export interface Passage {
  readonly sourceType: PassageSource;
  readonly sourceId: string;
  /** Title or name of the source. */
  readonly sourceName: string;
  readonly text: string;
  /** 0 to 1: which part of what the question is about the passage speaks of, its rare words counting more than its common ones. */
  readonly score: number;
}

/**
 * The best passages for a question, best first; the same ones whenever nothing has changed.
 * @param question in any form; numbers, and words that every questionnaire has, do not count
 * @param limit most passages, one to a hundred
 * @param sources all kinds, unless told otherwise
 * @returns none when the question names nothing that the organization has written of
 */
export async function findPassages(db: OrganizationDatabase, question: string, { limit, sources = passageSources }: { readonly limit: number; readonly sources?: readonly PassageSource[] }): Promise<Passage[]> {
  const words = meaningfulWords(question);
  if (words.length === 0) return [];
  const found = sql<{ source_type: PassageSource; source_id: string; source_name: string; passage: string; score: number }>`find_passages(${words.join(' ')}, ${[...sources]}::text[], ${limit}::integer)`;
  const rows = await db.selectFrom(found.as('found')).selectAll().execute();
  return rows.map((row) => ({ sourceType: row.source_type, sourceId: row.source_id, sourceName: row.source_name, text: row.passage, score: row.score }));
}
