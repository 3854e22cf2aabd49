/** Searches a directory in a worker, so that a malicious answer can harm only this process. */
import type { Socket } from 'node:net';
import { type BerReader, type Client, type Entry, PagedResultsControl } from 'ldapts';
import { splitList, type Work } from '../workers/work.ts';
import { guardAddresses, AddressRefused, networkFrom } from './addresses.ts';
import { connectClient, isLdapResult, type LdapAddress, NoTls, AnswerTimeout } from './ldap-connection.ts';
import type { LdapEntry, LdapSearch } from './ldap-search.ts';

interface Input extends LdapAddress, LdapSearch {
  /** Networks that may be reached although they are not public, in CIDR form. */
  readonly networks: readonly string[];
  readonly bindDn: string;
  readonly password: string;
}

const pageSize = 500;
/** Maximum entries and bytes to read. */
const limits = { entries: 50_000, bytes: 64 * 1024 * 1024 } as const;
/** Maximum characters of a value; longer values carry no information about a person or a group. */
const maxValueLength = 2_000;
/** Milliseconds between checks of the received bytes. */
const everyMs = 50;

class LimitExceeded extends Error {}
class PartialResult extends Error {}

/** Whether the directory's latest page announced another page. The library takes a page without entries for the last page. */
let hasMore = false;
const originalParseControl = PagedResultsControl.prototype.parseControl;
PagedResultsControl.prototype.parseControl = function parseControl(reader: BerReader) {
  originalParseControl.call(this, reader);
  hasMore = (this.value?.cookie?.length ?? 0) > 0;
};

/** Returns the entries in groups or, if the search fails, a single description of the error. */
const search: Work<Input, never> = async (input) => {
  try {
    return splitList(await searchWithLimits(input), 100);
  } catch (error) {
    return [describeError(error, input)];
  }
};
export default search;

async function searchWithLimits(input: Input): Promise<LdapEntry[]> {
  const addresses = guardAddresses(input.networks.map(networkFrom).filter((network) => network !== undefined));
  let socket: Socket | undefined;
  let exceedsLimit = false;
  const sizeTimer = setInterval(() => {
    exceedsLimit ||= (socket?.bytesRead ?? 0) > limits.bytes;
    if (exceedsLimit) socket?.destroy();
  }, everyMs);
  try {
    const client = await connectClient(input, addresses, (newSocket) => {
      socket = newSocket;
    });
    return await findEntries(client, input);
  } catch (error) {
    throw exceedsLimit ? new LimitExceeded() : error;
  } finally {
    clearInterval(sizeTimer);
    socket?.destroy();
  }
}

async function findEntries(client: Client, { bindDn, password, base, filter, attributes, binary = [], maxEntries, timeout }: Input) {
  hasMore = false;
  await client.bind(bindDn, password);
  const entries: LdapEntry[] = [];
  // Neither referrals nor aliases are followed.
  for await (const page of client.searchPaginated(base, {
    filter,
    attributes: [...attributes],
    explicitBufferAttributes: [...binary],
    timeLimit: Math.ceil(timeout / 1_000),
    paged: { pageSize: Math.min(maxEntries ?? pageSize, pageSize) },
  })) {
    entries.push(...page.searchEntries.map((entry) => toEntry(entry, attributes)));
    if (entries.length > limits.entries) throw new LimitExceeded();
    if (maxEntries !== undefined && entries.length >= maxEntries) return entries;
  }
  if (hasMore) throw new PartialResult();
  await client.unbind();
  return entries;
}

/** Keeps only the requested attributes. */
function toEntry({ dn, ...received }: Entry, attributes: readonly string[]): LdapEntry {
  const requestedNames = new Set(attributes.map((name) => name.toLowerCase()));
  const values = Object.entries(received).map(([name, value]) => [name.toLowerCase(), [value].flat().map(textOf).filter(isShort)] as const);
  return { dn: textOf(dn), values: new Map(values.filter(([name, texts]) => requestedNames.has(name) && texts.length > 0)) };
}

function isShort(text: string): boolean {
  return text.length <= maxValueLength;
}

function textOf(value: string | Buffer | Buffer[] | string[]): string {
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value);
}

/** LDAP results (RFC 4511, appendix A) that concern the credentials. */
const credentialResults = [8, 13, 48, 49, 50];
const messages: Readonly<Record<number, string>> = {
  4: 'The directory lets fewer entries be read than there are',
  32: 'The directory does not have the entry to search below',
  34: 'The directory does not take the distinguished name as one',
  49: 'The directory does not accept the name and the password',
  50: 'The directory does not let the account read',
};

/** Describes an error to the process that started this worker, without revealing internals. */
function describeError(error: unknown, { host, port }: Input): object {
  const hostAndPort = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const createRefusal = (message: string, isOfCredentials = false, said = '') => ({ refused: message, isOfCredentials, said });
  if (error instanceof AddressRefused) return { unreachable: error.message };
  if (error instanceof NoTls) return createRefusal('The directory does not speak TLS');
  if (error instanceof PartialResult) return createRefusal('The directory gave only a part of its entries');
  if (error instanceof LimitExceeded)
    return createRefusal(`The directory has more than ${limits.entries.toLocaleString('en')} entries, or long ones`);
  if (isLdapResult(error))
    return createRefusal(
      messages[error.code] ?? `The directory answered with the result ${error.code}`,
      credentialResults.includes(error.code),
      error.message.slice(0, 4_000),
    );
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  const hasTimedOut = error instanceof AnswerTimeout || (error instanceof Error && /timed out|Connection timeout/.test(error.message));
  return { unreachable: hasTimedOut ? `${hostAndPort} did not answer in time` : `${hostAndPort} could not be reached${code}` };
}
