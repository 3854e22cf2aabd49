/** Finds the addresses of all existing records, path by path. */
import type { Caller } from './app.ts';
import { contract } from './contract.ts';
import type { PathParameters } from './records.ts';

type Ask = (url: string) => Promise<Awaited<ReturnType<Caller['call']>>>;

/** From paths with more records than this, only some are used. */
const maxAddresses = 20;

/**
 * @param template of a path @param known values for parameters that no list provides @returns addresses of records that are in the lists of
 * the API
 */
export async function addressesOf(ask: Ask, template: string, known: PathParameters): Promise<string[]> {
  let [addresses, parentPath] = [[''], ''];
  for (const step of template.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(step)?.[1];
    const list = contract.find((operation) => operation.method === 'GET' && operation.template === parentPath);
    // The required query of a list comes from the contract.
    const query = list?.path.split('?')[1];
    const limit = list && 'paged' in list.registry ? `limit=${maxAddresses}` : undefined;
    const fullQuery = [query, limit].filter((part) => part !== undefined).join('&');
    const listIds = async (address: string) =>
      list ? idsIn((await ask(fullQuery === '' ? address : `${address}?${fullQuery}`)).body) : [];
    const steps = async (address: string) => {
      if (name === undefined) return [step];
      const ids = await listIds(address);
      return ids.length ? ids : [known[name] ?? step];
    };
    const longer = await Promise.all(
      addresses.map(async (address) => (await steps(address)).map((one) => `${address}/${encodeURIComponent(one)}`)),
    );
    addresses = longer.flat().slice(0, maxAddresses);
    parentPath += `/${step}`;
  }
  return addresses;
}

function idsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('data' in body) || !Array.isArray(body.data)) return [];
  return body.data.flatMap((record: { id?: unknown; slug?: unknown }) => {
    const id = record.id ?? record.slug;
    return typeof id === 'string' ? id : [];
  });
}
