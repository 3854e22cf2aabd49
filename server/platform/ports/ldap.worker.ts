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

const perPage = 500;
/** Maximum entries and bytes to read. */
const limits = { entries: 50_000, bytes: 64 * 1024 * 1024 } as const;
/** Maximum characters of a value; longer ones carry no information about a person or a group. */
const maxValueLength = 2_000;
/** Milliseconds between checks of the received bytes. */
const everyMs = 50;

class TooMuch extends Error {}
class OnlyPart extends Error {}

/** Whether the directory's latest page announced more. The library takes a page without entries for the last one. */
let hasMore = false;
const read = PagedResultsControl.prototype.parseControl;
PagedResultsControl.prototype.parseControl = function parseControl(reader: BerReader) {
  read.call(this, reader);
  hasMore = (this.value?.cookie?.length ?? 0) > 0;
};

/** Returns the entries in groups, or why there are none. */
const search: Work<Input, never> = async (input) => {
  try {
    return splitList(await entriesOf(input), 100);
  } catch (error) {
    return [reasonOf(error, input)];
  }
};
export default search;

async function entriesOf(input: Input): Promise<LdapEntry[]> {
  const addresses = guardAddresses(input.networks.map(networkFrom).filter((network) => network !== undefined));
  let socket: Socket | undefined;
  let isTooMuch = false;
  const counting = setInterval(() => {
    isTooMuch ||= (socket?.bytesRead ?? 0) > limits.bytes;
    if (isTooMuch) socket?.destroy();
  }, everyMs);
  try {
    const client = await connectClient(input, addresses, (opened) => {
      socket = opened;
    });
    return await findEntries(client, input);
  } catch (error) {
    throw isTooMuch ? new TooMuch() : error;
  } finally {
    clearInterval(counting);
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
    paged: { pageSize: Math.min(maxEntries ?? perPage, perPage) },
  })) {
    entries.push(...page.searchEntries.map((entry) => entryIn(entry, attributes)));
    if (entries.length > limits.entries) throw new TooMuch();
    if (maxEntries !== undefined && entries.length >= maxEntries) return entries;
  }
  if (hasMore) throw new OnlyPart();
  await client.unbind();
  return entries;
}

/** Keeps only the requested attributes. */
function entryIn({ dn, ...received }: Entry, attributes: readonly string[]): LdapEntry {
  const requested = new Set(attributes.map((name) => name.toLowerCase()));
  const values = Object.entries(received).map(([name, value]) => [name.toLowerCase(), [value].flat().map(textOf).filter(isShort)] as const);
  return { dn: textOf(dn), values: new Map(values.filter(([name, texts]) => requested.has(name) && texts.length > 0)) };
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

/** Describes an error to the server without revealing internals. */
function reasonOf(error: unknown, { host, port }: Input): object {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const refused = (message: string, isOfCredentials = false, said = '') => ({ refused: message, isOfCredentials, said });
  if (error instanceof AddressRefused) return { unreachable: error.message };
  if (error instanceof NoTls) return refused('The directory does not speak TLS');
  if (error instanceof OnlyPart) return refused('The directory gave only a part of its entries');
  if (error instanceof TooMuch) return refused(`The directory has more than ${limits.entries.toLocaleString('en')} entries, or long ones`);
  if (isLdapResult(error))
    return refused(
      messages[error.code] ?? `The directory answered with the result ${error.code}`,
      credentialResults.includes(error.code),
      error.message.slice(0, 4_000),
    );
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  const isLate = error instanceof AnswerTimeout || (error instanceof Error && /timed out|Connection timeout/.test(error.message));
  return { unreachable: isLate ? `${place} did not answer in time` : `${place} could not be reached${code}` };
}
