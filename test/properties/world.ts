/** Provides an organization with records of every kind, which generated requests may change in any way. */
import { signatureOf } from '#platform/files/signatures';
import type { Secrets } from '#platform/ports/secrets';
import { call, type startApp } from '../support/app.ts';
import { contract } from '../support/contract.ts';
import { newAccount, newMember, type TestOrganization } from '../support/organization.ts';
import { iso, type Summary } from '../support/isms.ts';
import { createRecords } from '../support/records.ts';
import type { GeneratedRequest } from './requests.ts';
import { cursorMark, mapTexts, signatureMark } from './values.ts';
import { type Received, send, type Sent } from './wire.ts';

/** Number of requests after which a new organization replaces the current one, because it has grown too large. */
const maxRequests = 1500;
/** Number of requests after which an organization may be replaced because it has run out of a kind of record. */
const minRequests = 25;
/** Number of the latest ids that are remembered for each kind. */
const maxIdsPerKind = 8;

interface WorldState {
  readonly organization: TestOrganization;
  readonly token: string;
  /** The ids of existing records, by prefix. */
  readonly ids: Map<string, string[]>;
  /** The latest cursor of each list operation. */
  readonly cursors: Map<string, string>;
  /** Creates a record of each kind that a path names. @returns whether this succeeded */
  refill(template: string): Promise<boolean>;
  asked: number;
  isChanged: boolean;
}

export function createWorld(app: ReturnType<typeof startApp>) {
  let currentState: WorldState | undefined;

  async function createWorldState(): Promise<WorldState> {
    const { organization } = await app.callerForEverything();
    const { token } = await app.session(organization, organization.owner);
    const { member } = await app.session(organization, ['admin']);
    const [leaver, former] = [
      await newMember(app.database, organization.id, ['employee']),
      await newMember(app.database, organization.id, ['employee'], { active: false }),
    ];
    const stranger = await newAccount(app.database);
    const ids = new Map([
      ['org', [organization.id]],
      ['mem', [member.id, leaver.id, former.id, organization.owner.id]],
      ['usr', [member.userId, stranger, organization.owner.userId]],
    ]);
    const ask: Parameters<typeof createRecords>[0]['call'] = async (method, url, options) => {
      const answer = await call(app.base, method, url, { bearer: token, ...options, headers: { 'X-Organization-Id': organization.id } });
      remember(ids, answer.body);
      return answer;
    };
    await createRecords({ call: ask, inPerson: ask });
    // Creates records whose ids the answer does not contain.
    await ask('POST', '/v1/people/invite', {
      body: { invites: ['ida', 'tom'].map((name) => ({ email: `${name}@example.com`, roles: ['admin'] })) },
    });
    await ask('GET', '/v1/auth/invitations');
    await createIsmsRows(ask);
    // Frameworks that were adopted together have no defined order, so one with parts is remembered last, which puts it first.
    const frameworks = await ask('GET', '/v1/frameworks');
    remember(
      ids,
      frameworks.body.data.filter(({ scope }: { readonly scope: unknown }) => scope !== null),
    );
    return {
      organization,
      token,
      ids,
      cursors: new Map(),
      refill: (template) =>
        createRecords({ call: ask, inPerson: ask }, [template]).then(
          () => true,
          () => false,
        ),
      asked: 0,
      isChanged: false,
    };
  }

  const lacks = ({ ids }: WorldState, { path }: GeneratedRequest) =>
    Object.values(path).some((text) => ids.get(parseIdMark(text)?.prefix ?? '')?.length === 0);

  return {
    /** Discards the organization if requests have changed it, for a test that must not depend on previous requests. */
    fresh() {
      if (currentState?.isChanged) currentState = undefined;
    },
    /** Sends a request on behalf of the owner. Replaces the organization if it no longer exists or rejects its credentials. */
    async ask(request: GeneratedRequest): Promise<{ readonly sent: Sent; readonly answer: Received }> {
      if (currentState && currentState.asked >= maxRequests) currentState = undefined;
      if (
        currentState &&
        lacks(currentState, request) &&
        !(await currentState.refill(operationOf(request).template)) &&
        currentState.asked >= minRequests
      )
        currentState = undefined;
      for (let attempt = 1; ; attempt += 1) {
        const state = (currentState ??= await createWorldState());
        state.asked += 1;
        const preparedRequest = prepareRequest(request, state, app.ports.secrets);
        const answer = await send(app.base, preparedRequest);
        if (answer.status === 401 && request.credential !== 'none' && attempt === 1) {
          currentState = undefined;
          continue;
        }
        updateState(state, request, preparedRequest, answer);
        return { sent: preparedRequest, answer };
      }
    },
  };
}

/** Creates rows of ISMS documents whose rules compare several fields. The document with metrics is remembered last, which puts it first. */
async function createIsmsRows(ask: Parameters<typeof createRecords>[0]['call']) {
  const { data } = (await ask('GET', `/v1/isms/documents?frameworkId=${iso}`)).body;
  const rowsOf = (type: string) => `/v1/isms/documents/${data.find((one: Summary) => one.type === type)?.id}/registers`;
  await ask('POST', `${rowsOf('internal_audit')}/audits`, { body: {} });
  const metrics = await ask('GET', `${rowsOf('monitoring')}/metrics`);
  await ask('POST', `${rowsOf('monitoring')}/measurements`, {
    body: { metricId: metrics.body.data[0].id, periodStart: '2026-01-01', value: '1' },
  });
}

/** Updates the known ids and cursors from an answer. */
function updateState(state: WorldState, { operation }: GeneratedRequest, { method, path }: Sent, { status, type, text, link }: Received) {
  const { ids, cursors } = state;
  if (method !== 'GET' && status < 300) state.isChanged = true;
  if (type === 'application/json' && status < 300) remember(ids, JSON.parse(text));
  const cursor = /[?&]cursor=([^&>]+)/.exec(link ?? '')?.[1];
  if (cursor !== undefined) cursors.set(operation, decodeURIComponent(cursor));
  if (status === 404 || (method === 'DELETE' && status < 300))
    for (const [prefix, knownIds] of ids)
      ids.set(
        prefix,
        knownIds.filter((id) => !path.includes(id)),
      );
}

/** Adds the ids in an answer to `ids`, by prefix. */
function remember(ids: Map<string, string[]>, answer: unknown) {
  mapTexts(answer, (text) => {
    const prefix = /^([a-z][a-z_]*)_[0-9a-f]{24}$/.exec(text)?.[1];
    if (prefix === undefined) return text;
    const otherIds = (ids.get(prefix) ?? []).filter((id) => id !== text);
    ids.set(prefix, [text, ...otherIds].slice(0, maxIdsPerKind));
    return text;
  });
}

function parseIdMark(text: string) {
  const [, prefix, index] = /^@id:(\w+):(\d+)$/.exec(text) ?? [];
  return prefix === undefined ? undefined : { prefix, index: Number(index) };
}

function operationOf(request: GeneratedRequest) {
  const operation = contract.find(({ id }) => id === request.operation);
  if (!operation) throw new Error(`the contract has no operation ${request.operation}`);
  return operation;
}

function prepareRequest(request: GeneratedRequest, { organization, token, ids, cursors }: WorldState, secrets: Secrets): Sent {
  const replaceMark = (text: string) => {
    const mark = parseIdMark(text);
    const knownIds = ids.get(mark?.prefix ?? '') ?? [];
    return (mark && knownIds[mark.index]) ?? text;
  };
  const operation = operationOf(request);
  const { method, template } = operation;
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(replaceMark(request.path[name] ?? '')));
  const cursor = cursors.get(request.operation);
  const query = request.query
    .filter(([, value]) => value !== cursorMark || cursor !== undefined)
    .map(
      ([name, value]) =>
        `${encodeReserved(name)}=${encodeReserved(value === cursorMark ? (cursor ?? '') : value === signatureMark ? signature() : replaceMark(value))}`,
    )
    .join('&');
  /** @returns the signature of the address, for the parameters of the request */
  function signature(): string {
    const defaultDisposition = operation.parameters.some(({ name }) => name === 'disposition') ? 'attachment' : undefined;
    const [expires = 0, disposition = defaultDisposition] = ['expires', 'disposition'].map(
      (name) => request.query.find(([other]) => other === name)?.[1],
    );
    const id = replaceMark(request.path.id ?? request.path.attachmentId ?? '');
    return signatureOf(
      secrets,
      { method: method === 'PUT' ? 'PUT' : 'GET', id, expires: Number(expires), ...(disposition !== undefined && { disposition }) },
      organization.id,
    );
  }
  const credentials = {
    key: { 'X-API-Key': organization.key },
    session: { Authorization: `Bearer ${token}`, 'X-Organization-Id': organization.id },
    none: {},
  }[request.credential];
  return {
    method,
    path: path + (query && `?${query}`),
    headers: { ...request.headers, ...credentials },
    ...('body' in request && { body: JSON.stringify(mapTexts(request.body, replaceMark)) }),
    ...(request.bytes !== undefined && { body: request.bytes, type: 'application/octet-stream' }),
  };
}

/** Also encodes the reserved characters (RFC 3986) that `encodeURIComponent` does not encode. */
const encodeReserved = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
