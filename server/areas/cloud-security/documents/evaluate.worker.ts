/** The work of a worker: evaluates an inventory that somebody has sent, or tells which services are in it. */
import type { CloudSlug } from '../../../domain/clouds/kinds.ts';
import { newId } from '../../../platform/database/ids.ts';
import { bytesIn, groupsOf, type Work } from '../../../platform/workers/work.ts';
import { type Evaluated, evaluate } from '../rules/evaluate.ts';
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
      readonly unevaluated: Evaluated['unevaluated'];
    };

/** Rows of a part. */
const size = 2_000;

/** The first part is a `Summary`, the others are rows for the database; all of them in JSON. */
const work: Work<Input, Uint8Array> = (input, parts) => Promise.resolve(partsOf(input, bytesIn(parts)));
export default work;

function* partsOf({ cloud, wanted, scanId, now }: Input, bytes: Buffer): Generator<string> {
  const inventory = parsed(bytes, cloud, now);
  if (typeof inventory === 'string') return yield JSON.stringify({ fault: inventory } satisfies Summary);
  const { collectedAt, services } = inventory;
  if (!wanted) return yield JSON.stringify({ services, collectedAt, failed: 0, passed: 0, unevaluated: [] } satisfies Summary);
  const { rows, services: evaluated, unevaluated } = evaluate(cloud, inventory, wanted);
  const failed = rows.filter(({ passed }) => !passed).length;
  yield JSON.stringify({ services: evaluated, collectedAt, failed, passed: rows.length - failed, unevaluated } satisfies Summary);
  let place = 0;
  for (const group of groupsOf(rows, size))
    yield JSON.stringify(
      group.map((row) => ({
        id: newId('icx'),
        check_run_id: scanId,
        place: place++,
        ...row,
        collected_at: collectedAt,
        failing_since: row.passed ? null : collectedAt,
      })),
    );
}

function parsed(bytes: Buffer, cloud: CloudSlug, now: number): Inventory | string {
  try {
    return inventoryIn(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), cloud, now);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return 'must be JSON in UTF-8';
    throw error;
  }
}
