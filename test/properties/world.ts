/** An organization that has some of everything, for requests that may do anything to it. */
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

/** After so many requests it has grown enough, and another takes its place. */
const lifetime = 1500;
/** After so many it may be replaced because some kind of record has run out and cannot be made again. */
const youth = 25;
/** Ids of a kind that are remembered: the latest. */
const remembered = 8;

interface Present {
  readonly organization: TestOrganization;
  readonly token: string;
  /** Of records that there are, by their prefix. */
  readonly ids: Map<string, string[]>;
  /** The latest of each list. */
  readonly cursors: Map<string, string>;
  /** Makes a record of each kind that a path names. @returns whether that can be done once more */
  refill(template: string): Promise<boolean>;
  asked: number;
  isChanged: boolean;
}

export function worldOf(app: ReturnType<typeof startApp>) {
  let present: Present | undefined;

  async function furnished(): Promise<Present> {
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
    // What is made without saying its id.
    await ask('POST', '/v1/people/invite', {
      body: { invites: ['ida', 'tom'].map((name) => ({ email: `${name}@example.com`, roles: ['admin'] })) },
    });
    await ask('GET', '/v1/auth/invitations');
    await recordRows(ask);
    // A framework with parts is remembered last: those that were adopted together have no order of their own.
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

  const lacks = ({ ids }: Present, { path }: GeneratedRequest) =>
    Object.values(path).some((text) => ids.get(markedIn(text)?.prefix ?? '')?.length === 0);

  return {
    /** An organization of its own, for what must not depend on what was before; one in which nothing was changed is as good. */
    fresh() {
      if (present?.isChanged) present = undefined;
    },
    /** Sends a request as it stands, on behalf of the owner. An organization that is no longer there, or lets nobody in, is replaced. */
    async ask(request: GeneratedRequest): Promise<{ readonly sent: Sent; readonly answer: Received }> {
      if (present && present.asked >= lifetime) present = undefined;
      if (present && lacks(present, request) && !(await present.refill(operationOf(request).template)) && present.asked >= youth)
        present = undefined;
      for (let attempt = 1; ; attempt += 1) {
        const world = (present ??= await furnished());
        world.asked += 1;
        const sent = sentAs(request, world, app.ports.secrets);
        const answer = await send(app.base, sent);
        if (answer.status === 401 && request.credential !== 'none' && attempt === 1) {
          present = undefined;
          continue;
        }
        learn(world, request, sent, answer);
        return { sent, answer };
      }
    },
  };
}

/** Rows of ISMS documents whose rules are about more than one field; the document of the metrics is remembered last. */
async function recordRows(ask: Parameters<typeof createRecords>[0]['call']) {
  const { data } = (await ask('GET', `/v1/isms/documents?frameworkId=${iso}`)).body;
  const rowsOf = (type: string) => `/v1/isms/documents/${data.find((one: Summary) => one.type === type)?.id}/registers`;
  await ask('POST', `${rowsOf('internal_audit')}/audits`, { body: {} });
  const metrics = await ask('GET', `${rowsOf('monitoring')}/metrics`);
  await ask('POST', `${rowsOf('monitoring')}/measurements`, {
    body: { metricId: metrics.body.data[0].id, periodStart: '2026-01-01', value: '1' },
  });
}

/** What an answer tells of what there is now. */
function learn(world: Present, { operation }: GeneratedRequest, { method, path }: Sent, { status, type, text, link }: Received) {
  const { ids, cursors } = world;
  if (method !== 'GET' && status < 300) world.isChanged = true;
  if (type === 'application/json' && status < 300) remember(ids, JSON.parse(text));
  const cursor = /[?&]cursor=([^&>]+)/.exec(link ?? '')?.[1];
  if (cursor !== undefined) cursors.set(operation, decodeURIComponent(cursor));
  if (status === 404 || (method === 'DELETE' && status < 300))
    for (const [prefix, known] of ids)
      ids.set(
        prefix,
        known.filter((id) => !path.includes(id)),
      );
}

/** Notes the ids in an answer, by their prefix. */
function remember(ids: Map<string, string[]>, answer: unknown) {
  mapTexts(answer, (text) => {
    const prefix = /^([a-z][a-z_]*)_[0-9a-f]{24}$/.exec(text)?.[1];
    if (prefix === undefined) return text;
    const others = (ids.get(prefix) ?? []).filter((id) => id !== text);
    ids.set(prefix, [text, ...others].slice(0, remembered));
    return text;
  });
}

function markedIn(text: string) {
  const [, prefix, index] = /^@id:(\w+):(\d+)$/.exec(text) ?? [];
  return prefix === undefined ? undefined : { prefix, index: Number(index) };
}

function operationOf(request: GeneratedRequest) {
  const operation = contract.find(({ id }) => id === request.operation);
  if (!operation) throw new Error(`the contract has no operation ${request.operation}`);
  return operation;
}

function sentAs(request: GeneratedRequest, { organization, token, ids, cursors }: Present, secrets: Secrets): Sent {
  const real = (text: string) => {
    const mark = markedIn(text);
    const known = ids.get(mark?.prefix ?? '') ?? [];
    return (mark && known[mark.index]) ?? text;
  };
  const operation = operationOf(request);
  const { method, template } = operation;
  const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(real(request.path[name] ?? '')));
  const cursor = cursors.get(request.operation);
  const query = request.query
    .filter(([, value]) => value !== cursorMark || cursor !== undefined)
    .map(
      ([name, value]) =>
        `${encoded(name)}=${encoded(value === cursorMark ? (cursor ?? '') : value === signatureMark ? signature() : real(value))}`,
    )
    .join('&');
  /** Of the address with the parameters that the request has. */
  function signature(): string {
    const usual = operation.parameters.some(({ name }) => name === 'disposition') ? 'attachment' : undefined;
    const [expires = 0, disposition = usual] = ['expires', 'disposition'].map(
      (name) => request.query.find(([other]) => other === name)?.[1],
    );
    const id = real(request.path.id ?? request.path.attachmentId ?? '');
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
    ...('body' in request && { body: JSON.stringify(mapTexts(request.body, real)) }),
    ...(request.bytes !== undefined && { body: request.bytes, type: 'application/octet-stream' }),
  };
}

/** Without reserved characters (RFC 3986), which `encodeURIComponent` leaves some of. */
const encoded = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
