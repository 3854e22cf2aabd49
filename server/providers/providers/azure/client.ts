/** Calls Azure as a service principal, only at the fixed URLs of Azure. */
import { isObject, type JsonObject } from '#platform/json-object';
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import { type Source, textValue } from '../../manifest.ts';
import { parseJson } from '../../source.ts';
import { pathSegment } from '../../path-segment.ts';

const apiAddress = 'https://management.azure.com';
const signInAddress = 'https://login.microsoftonline.com';

export interface Azure {
  /** @param path path and query @returns the parsed JSON response @throws CredentialsRefused, UnexpectedAnswer, Unreachable */
  read(path: string): Promise<JsonObject>;
}

/** @throws CredentialsRefused if the service principal gets no access token */
export async function openAzure({ http, signal, endpoints, credentials, keepSecret }: Source): Promise<Azure> {
  const [tenant, client, secret] = (['tenantId', 'clientId', 'clientSecret'] as const).map((id) => textValue(credentials, id));
  const tokenResponse = await http.ask(new URL(`${endpoints.azure ?? signInAddress}/${pathSegment(tenant ?? '')}/oauth2/v2.0/token`), {
    method: 'POST',
    signal,
    repeats: 1,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client ?? '',
      client_secret: secret ?? '',
      scope: `${apiAddress}/.default`,
    }).toString(),
  });
  const message = `The sign-in answered ${tokenResponse.status}`;
  if ([400, 401, 403].includes(tokenResponse.status)) throw new CredentialsRefused(message, tokenResponse.text);
  const body = tokenResponse.status === 200 ? parseJson(tokenResponse, message) : undefined;
  if (!isObject(body) || typeof body.access_token !== 'string') throw new UnexpectedAnswer(message, tokenResponse.text);
  const { access_token: token } = body;
  keepSecret(token);
  return {
    async read(path) {
      const response = await http.ask(new URL(`${endpoints.azure ?? apiAddress}${path}`), {
        signal,
        repeats: 2,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      });
      const message = `GET ${path.split('?')[0]} answered ${response.status}`;
      if ([401, 403, 404].includes(response.status)) throw new CredentialsRefused(message, response.text);
      if (response.status !== 200) throw new UnexpectedAnswer(message, response.text);
      const json = parseJson(response, message);
      if (!isObject(json)) throw new UnexpectedAnswer(`${message} with no object`);
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
