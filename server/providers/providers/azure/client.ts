/** Calls Azure as a service principal, only at its fixed addresses. */
import { isObject, type JsonObject } from '#platform/json-object';
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textValue } from '../../manifest.ts';
import { parseJson } from '../../source.ts';
import { pathSegment } from '../../path-segment.ts';

const resource = 'https://management.azure.com';
const signIn = 'https://login.microsoftonline.com';

export interface Azure {
  /** @param path with its query @returns the parsed JSON answer @throws CredentialsRefused, UnexpectedAnswer, Unreachable */
  read(path: string): Promise<JsonObject>;
}

/** @throws CredentialsRefused when the service principal gets no access token */
export async function openAzure({ http, signal, endpoints, credentials, keepSecret }: Source): Promise<Azure> {
  const [tenant, client, secret] = (['tenantId', 'clientId', 'clientSecret'] as const).map((id) => textValue(credentials, id));
  const answer = await http.ask(new URL(`${endpoints.azure ?? signIn}/${pathSegment(tenant ?? '')}/oauth2/v2.0/token`), {
    method: 'POST',
    signal,
    repeats: 1,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client ?? '',
      client_secret: secret ?? '',
      scope: `${resource}/.default`,
    }).toString(),
  });
  const message = `The sign-in answered ${answer.status}`;
  if ([400, 401, 403].includes(answer.status)) throw new CredentialsRefused(message, answer.text);
  const body = answer.status === 200 ? parseJson(answer, message) : undefined;
  if (!isObject(body) || typeof body.access_token !== 'string') throw new UnexpectedAnswer(message, answer.text);
  const { access_token: token } = body;
  keepSecret(token);
  return {
    async read(path) {
      const found = await http.ask(new URL(`${endpoints.azure ?? resource}${path}`), {
        signal,
        repeats: 2,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      });
      const what = `GET ${path.split('?')[0]} answered ${found.status}`;
      if ([401, 403, 404].includes(found.status)) throw new CredentialsRefused(what, found.text);
      if (found.status !== 200) throw new UnexpectedAnswer(what, found.text);
      const json = parseJson(found, what);
      if (!isObject(json)) throw new UnexpectedAnswer(`${what} with no object`);
      return json;
    },
  };
}

/** A subscription that is visible to the service principal. */
export interface Subscription {
  readonly id: string;
  readonly name: string;
}

export async function listSubscriptions(azure: Azure): Promise<Subscription[]> {
  const { value } = await azure.read('/subscriptions?api-version=2022-12-01');
  return (Array.isArray(value) ? value.filter(isObject) : []).flatMap(({ subscriptionId, displayName }) =>
    typeof subscriptionId === 'string'
      ? [{ id: subscriptionId, name: typeof displayName === 'string' ? displayName : subscriptionId }]
      : [],
  );
}
