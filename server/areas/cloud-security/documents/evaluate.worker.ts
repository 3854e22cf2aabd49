/** The work of a worker: evaluates an inventory that somebody has sent, or tells which services are in it. */
import type { CloudSlug } from '../../../domain/clouds/kinds.ts';
import { newId } from '../../../platform/database/ids.ts';
import { bytesIn, type Work } from '../../../platform/workers/work.ts';
import { evaluate } from '../rules/evaluate.ts';
import { type Inventory, inventoryIn } from '../rules/inventory.ts';

interface Input {
  readonly cloud: CloudSlug;
  /** Services to evaluate; without them only the services of the inventory are told. */
  readonly wanted: readonly string[] | undefined;
  /** Of the scan. */
  readonly scanId: string;
  /** Ms since 1970. */
  readonly now: number;
}

/** What is told before the rows, or why the file is no inventory. */
export type Summary =
  | { readonly fault: string }
  | {
      readonly services: readonly string[];
      readonly collectedAt: string;
      readonly failed: number;
      readonly passed: number;
    };

/** A piece of what was found, as a list in JSON: rows for the database, or resources that no check has looked at. */
export interface Piece {
  readonly of: 'rows' | 'unevaluated';
  readonly list: string;
}

/** Items and characters of a piece. */
const most = { items: 2_000, characters: 2_000_000 } as const;

/** The first part is a `Summary`, the others are pieces; all of them in JSON. */
const work: Work<Input, Uint8Array> = (input, parts) => Promise.resolve(partsOf(input, bytesIn(parts)));
export default work;

function* partsOf({ cloud, wanted, scanId, now }: Input, bytes: Buffer): Generator<string> {
  const inventory = parsed(bytes, cloud, now);
  if (typeof inventory === 'string') return yield JSON.stringify({ fault: inventory } satisfies Summary);
  const { collectedAt, services } = inventory;
  if (!wanted) return yield JSON.stringify({ services, collectedAt, failed: 0, passed: 0 } satisfies Summary);
  const { rows, services: evaluated, failed, passed, unevaluated } = evaluate(cloud, inventory, wanted);
  yield JSON.stringify({ services: evaluated, collectedAt, failed, passed } satisfies Summary);
  yield* piecesOf('unevaluated', unevaluated);
  yield* piecesOf('rows', written());

  function* written() {
    let place = 0;
    for (const row of rows()) yield { id: newId('icx'), check_run_id: scanId, place: place++, ...row, collected_at: collectedAt };
  }
}

function* piecesOf(of: Piece['of'], items: Iterable<object>): Generator<string> {
  let piece: string[] = [];
  let characters = 0;
  const whole = () => JSON.stringify({ of, list: `[${piece.join()}]` } satisfies Piece);
  for (const item of items) {
    const text = JSON.stringify(item);
    piece.push(text);
    characters += text.length;
    if (piece.length < most.items && characters < most.characters) continue;
    yield whole();
    piece = [];
    characters = 0;
  }
  if (piece.length) yield whole();
}

function parsed(bytes: Buffer, cloud: CloudSlug, now: number): Inventory | string {
  try {
    return inventoryIn(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), cloud, now);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return 'must be JSON in UTF-8';
    throw error;
  }
}
