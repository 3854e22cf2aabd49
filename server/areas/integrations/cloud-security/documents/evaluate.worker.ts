/** Worker that evaluates an uploaded inventory, or detects the services in it. */
import type { CloudSlug } from '#providers/clouds/kinds';
import { newId } from '#platform/database/ids';
import { joinBytes, type Work } from '#platform/workers/work';
import { evaluate } from '../rules/evaluate.ts';
import { type Inventory, validateInventory } from '../rules/inventory.ts';

interface Input {
  readonly cloud: CloudSlug;
  /** The services to evaluate. If undefined, the worker only detects the services in the inventory. */
  readonly wanted: readonly string[] | undefined;
  /** The id of the scan. */
  readonly scanId: string;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

/** The first message of the worker: the reason why the file is not an inventory, or a summary of the results that follow. */
export type Summary =
  | { readonly fault: string }
  | {
      readonly services: readonly string[];
      readonly collectedAt: string;
      readonly failed: number;
      readonly passed: number;
    };

/** A chunk of the results, as a JSON list: rows for the database, or resources that no check has evaluated. */
export interface ResultChunk {
  readonly of: 'rows' | 'unevaluated';
  readonly list: string;
}

/** Maximum number of items and characters in a chunk. */
const limits = { items: 2_000, characters: 2_000_000 } as const;

/** The first message is a `Summary` and the others are `ResultChunk`s, all as JSON. */
const work: Work<Input, Uint8Array> = (input, parts) => Promise.resolve(yieldMessages(input, joinBytes(parts)));
export default work;

function* yieldMessages({ cloud, wanted: wantedServices, scanId, now }: Input, bytes: Buffer): Generator<string> {
  const inventory = parseInventory(bytes, cloud, now);
  if (typeof inventory === 'string') return yield JSON.stringify({ fault: inventory } satisfies Summary);
  const { collectedAt, services } = inventory;
  if (!wantedServices) return yield JSON.stringify({ services, collectedAt, failed: 0, passed: 0 } satisfies Summary);
  const { rows, services: evaluatedServices, failed, passed, unevaluated } = evaluate(cloud, inventory, wantedServices);
  yield JSON.stringify({ services: evaluatedServices, collectedAt, failed, passed } satisfies Summary);
  yield* yieldChunks('unevaluated', unevaluated);
  yield* yieldChunks('rows', toDatabaseRows());

  function* toDatabaseRows() {
    let rowIndex = 0;
    for (const row of rows()) yield { id: newId('icx'), check_run_id: scanId, place: rowIndex++, ...row, collected_at: collectedAt };
  }
}

function* yieldChunks(kind: ResultChunk['of'], items: Iterable<object>): Generator<string> {
  let chunk: string[] = [];
  let characters = 0;
  const toChunk = () => JSON.stringify({ of: kind, list: `[${chunk.join()}]` } satisfies ResultChunk);
  for (const item of items) {
    const text = JSON.stringify(item);
    chunk.push(text);
    characters += text.length;
    if (chunk.length < limits.items && characters < limits.characters) continue;
    yield toChunk();
    chunk = [];
    characters = 0;
  }
  if (chunk.length) yield toChunk();
}

function parseInventory(bytes: Buffer, cloud: CloudSlug, now: number): Inventory | string {
  try {
    return validateInventory(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), cloud, now);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return 'must be JSON in UTF-8';
    throw error;
  }
}
