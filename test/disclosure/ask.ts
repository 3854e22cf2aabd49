/** Sends every read request on behalf of every reader, and records which texts an answer shows although the reader may not read them. */
import { call } from '../support/app.ts';
import type { Home } from './homes.ts';
import { mayCall, type Reader, type HiddenReason, reasonHidden } from './readers.ts';
import type { Reading } from './readings.ts';
import { findFileLinks, findCanaries } from './shown.ts';

/** Maximum number of concurrent requests of one reader. */
const maxConcurrency = 6;
/** Maximum number of pages that are read from a list. */
const maxPages = 4;

export interface Disclosure {
  readonly operation: string;
  /** The names of the text, as `kind.field`. A text that several records contain has several names. */
  readonly texts: readonly string[];
  readonly why: HiddenReason;
  readonly readers: Set<string>;
}

export async function readEverything(
  base: string,
  readers: AsyncIterable<Reader>,
  readings: readonly Reading[],
  homes: ReadonlyMap<string, readonly Home[]>,
): Promise<{
  readonly disclosures: readonly Disclosure[];
  /** Canaries that belong to no known record. */
  readonly homeless: readonly string[];
  /** Texts that an answer showed to any reader, as `kind.field`. */
  readonly seen: ReadonlySet<string>;
  readonly statuses: ReadonlyMap<string, Set<number>>;
  /** Operations that returned 403 for another missing permission although the reader has the permission in the contract. */
  readonly refused: readonly string[];
}> {
  const disclosures = new Map<string, Disclosure>();
  const homeless = new Set<string>();
  const shownTexts = new Set<string>();
  const statuses = new Map<string, Set<number>>();
  const rejectingOperations = new Set<string>();
  for await (const reader of readers) {
    const remainingReadings = readings.filter(
      ({ operation: { template, registry } }) =>
        template.startsWith(reader.under ?? '') && mayCall(reader, registry.permission) && !(reader.isKey && 'requiresSession' in registry),
    );
    await Promise.all(
      Array.from({ length: maxConcurrency }, async () => {
        for (let reading = remainingReadings.pop(); reading; reading = remainingReadings.pop()) {
          const { id } = reading.operation;
          const { shown: shownCanaries, status, code } = await sendReading(base, reader, reading);
          if (code === 'missing_permission' && !reader.isRestricted && !dependsOnRecord(reading.operation)) rejectingOperations.add(id);
          statuses.set(id, (statuses.get(id) ?? new Set()).add(status));
          for (const canary of shownCanaries) recordShown(reader, id, canary);
        }
      }),
    );
  }
  return { disclosures: [...disclosures.values()], homeless: [...homeless], seen: shownTexts, statuses, refused: [...rejectingOperations] };

  function recordShown(reader: Reader, operation: string, canary: string) {
    const canaryHomes = homes.get(canary);
    if (!canaryHomes) return void homeless.add(`${operation} ${canary}`);
    for (const { kind, field } of canaryHomes) shownTexts.add(`${kind}.${field}`);
    const reason = reasonHidden(reader, canaryHomes);
    if (!reason) return;
    const texts = [...new Set(canaryHomes.map(({ kind, field }) => `${kind}.${field}`))].sort();
    const key = `${operation} ${texts.join()} ${reason}`;
    const disclosure = disclosures.get(key) ?? { operation, texts, why: reason, readers: new Set() };
    disclosure.readers.add(reader.name);
    disclosures.set(key, disclosure);
  }
}

const dependsOnRecord = ({ registry: { permission } }: Reading['operation']) => typeof permission === 'object' && 'byRecord' in permission;

async function sendReading(
  base: string,
  reader: Reader,
  { operation, path, body }: Reading,
): Promise<{ readonly shown: Set<string>; readonly status: number; readonly code: unknown }> {
  const shownCanaries = new Set<string>();
  let [status, code]: [number, unknown] = [0, undefined];
  for (let url: string | undefined = path, page = 0; url !== undefined && page < maxPages; page += 1) {
    const answer: Awaited<ReturnType<Reader['ask']>> = await reader.ask(operation.method, url, { body });
    if (answer.status === 401) throw new Error(`${reader.name} ${url}: ${answer.text}`);
    if (page === 0) [status, code] = [answer.status, answer.body?.code];
    for (const canary of await findCanaries(answer)) shownCanaries.add(canary);
    for (const link of findFileLinks(answer.text)) {
      const { pathname, search } = new URL(link);
      for (const canary of await findCanaries(await call(base, 'GET', pathname + search, {}))) shownCanaries.add(canary);
    }
    url = /<([^<>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return { shown: shownCanaries, status, code };
}
