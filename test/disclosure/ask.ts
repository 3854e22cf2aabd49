/** Asks every reader for everything, and notes what it was shown that it may not read. */
import { call } from '../support/app.ts';
import type { Home } from './homes.ts';
import { mayCall, type Reader, type Refused, refusedTo } from './readers.ts';
import type { Reading } from './readings.ts';
import { linksIn, shownIn } from './shown.ts';

/** Requests of one reader that are under way at once. */
const atOnce = 6;
/** Pages of a list that are read. */
const mostPages = 4;

export interface Disclosure {
  readonly operation: string;
  /** The names of the text: of a copy that is a text of its own, too, several. */
  readonly texts: readonly string[];
  readonly why: Refused;
  readonly readers: Set<string>;
}

export async function askEverything(
  base: string,
  readers: AsyncIterable<Reader>,
  readings: readonly Reading[],
  homes: ReadonlyMap<string, readonly Home[]>,
): Promise<{
  readonly disclosures: readonly Disclosure[];
  /** Canaries of no record that is known. */
  readonly homeless: readonly string[];
  /** Texts that anybody was shown, as `kind.field`. */
  readonly seen: ReadonlySet<string>;
  readonly statuses: ReadonlyMap<string, Set<number>>;
  /** Operations that refused a reader who has the permission that the contract names, for a lack of another one. */
  readonly refused: readonly string[];
}> {
  const disclosures = new Map<string, Disclosure>();
  const homeless = new Set<string>();
  const seen = new Set<string>();
  const statuses = new Map<string, Set<number>>();
  const refused = new Set<string>();
  for await (const reader of readers) {
    const jobs = readings.filter(
      ({ operation: { template, registry } }) =>
        template.startsWith(reader.under ?? '') && mayCall(reader, registry.permission) && !(reader.isKey && 'requiresSession' in registry),
    );
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let reading = jobs.pop(); reading; reading = jobs.pop()) {
          const { id } = reading.operation;
          const { shown, status, code } = await read(base, reader, reading);
          if (code === 'missing_permission' && !reader.isRestricted && !isByRecord(reading.operation)) refused.add(id);
          statuses.set(id, (statuses.get(id) ?? new Set()).add(status));
          for (const canary of shown) note(reader, id, canary);
        }
      }),
    );
  }
  return { disclosures: [...disclosures.values()], homeless: [...homeless], seen, statuses, refused: [...refused] };

  function note(reader: Reader, operation: string, canary: string) {
    const own = homes.get(canary);
    if (!own) return void homeless.add(`${operation} ${canary}`);
    for (const { kind, field } of own) seen.add(`${kind}.${field}`);
    const why = refusedTo(reader, own);
    if (!why) return;
    const texts = [...new Set(own.map(({ kind, field }) => `${kind}.${field}`))].sort();
    const key = `${operation} ${texts.join()} ${why}`;
    const known = disclosures.get(key) ?? { operation, texts, why, readers: new Set() };
    known.readers.add(reader.name);
    disclosures.set(key, known);
  }
}

const isByRecord = ({ registry: { permission } }: Reading['operation']) => typeof permission === 'object' && 'byRecord' in permission;

async function read(
  base: string,
  reader: Reader,
  { operation, path, body }: Reading,
): Promise<{ readonly shown: Set<string>; readonly status: number; readonly code: unknown }> {
  const shown = new Set<string>();
  let [status, code]: [number, unknown] = [0, undefined];
  for (let url: string | undefined = path, page = 0; url !== undefined && page < mostPages; page += 1) {
    const answer: Awaited<ReturnType<Reader['ask']>> = await reader.ask(operation.method, url, { body });
    if (answer.status === 401) throw new Error(`${reader.name} ${url}: ${answer.text}`);
    if (page === 0) [status, code] = [answer.status, answer.body?.code];
    for (const canary of await shownIn(answer)) shown.add(canary);
    for (const link of linksIn(answer.text)) {
      const { pathname, search } = new URL(link);
      for (const canary of await shownIn(await call(base, 'GET', pathname + search, {}))) shown.add(canary);
    }
    url = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return { shown, status, code };
}
