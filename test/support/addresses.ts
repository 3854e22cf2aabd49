/** Finds the URLs of existing records for each path of the contract. */
import type { Caller } from './app.ts';
import { contract } from './contract.ts';
import type { PathParameters } from './records.ts';

type Ask = (url: string) => Promise<Awaited<ReturnType<Caller['call']>>>;

/** For each path, at most this many URLs are used. */
const maxAddresses = 20;

/**
 * @param template of a path @param known values of parameters for which the API has no list @returns URLs of the path, with ids from the
 * lists of the API
 */
export async function addressesOf(ask: Ask, template: string, known: PathParameters): Promise<string[]> {
  let [addresses, parentPath] = [[''], ''];
  for (const step of template.split('/').slice(1)) {
    const name = /^\{(\w+)\}$/.exec(step)?.[1];
    const list = contract.find((operation) => operation.method === 'GET' && operation.template === parentPath);
    // The example path of the contract includes the required query parameters of the list.
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
    const extendedAddresses = await Promise.all(
      addresses.map(async (address) => (await steps(address)).map((one) => `${address}/${encodeURIComponent(one)}`)),
    );
    addresses = extendedAddresses.flat().slice(0, maxAddresses);
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
