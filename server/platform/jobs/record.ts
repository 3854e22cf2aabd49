/** Converts stored runs to the form in which the API returns them. */
import type { components } from '#generated/api';
import { isObject } from '../json-object.ts';
import { isRunKind } from './kinds.ts';
import { trusted } from '../trusted.ts';

type Schemas = components['schemas'];

export const runColumns = [
  'id',
  'kind',
  'subject',
  'status',
  'done',
  'total',
  'result',
  'error',
  'created_at',
  'started_at',
  'finished_at',
] as const;

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly status: Schemas['RunStatus'];
  readonly done: number;
  readonly total: number;
  readonly result: unknown;
  readonly error: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

/** @throws for a kind that the contract does not have */
export function runOf({ id, kind, status, done, total, result, error, created_at, started_at, finished_at }: Row): Schemas['Run'] {
  if (!isRunKind(kind)) throw new Error(`${id} is a run of the unknown kind ${kind}`);
  return {
    id,
    kind,
    status,
    progress: { done, total },
    ...(isObject(result) && { result: trusted<Schemas['RunResult']>(result, 'work gives results of this type, and no other is stored') }),
    ...(error !== null && { error }),
    createdAt: created_at,
    ...(started_at !== null && { startedAt: started_at }),
    ...(finished_at !== null && { finishedAt: finished_at }),
  };
}
