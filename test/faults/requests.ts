/** Sends a request to any operation, in an organization that has a record of every kind. */
import type { Config } from '#platform/config';
import type { Database } from '#platform/database/open';
import { sessionsFrom } from '#platform/identity/sessions';
import type { Ports } from '#platform/ports/index';
import { call, type RequestOptions } from '../support/app.ts';
import type { contract } from '../support/contract.ts';
import { everyPermission, newOrganization } from '../support/organization.ts';
import { pathAt, createRecords } from '../support/records.ts';
import { withValidAddress } from '../support/signed.ts';

export type Operation = (typeof contract)[number];
export type PreparedOrganization = Awaited<ReturnType<typeof prepareOrganization>>;

interface Service {
  readonly database: Database;
  readonly base: string;
  readonly config: Config;
  readonly ports: Ports;
}

/** Creates an organization with records. Its `request` calls an operation in a session of the owner. */
export async function prepareOrganization({ database, base, config, ports }: Service) {
  const organization = await newOrganization(database, undefined, everyPermission);
  const token = await sessionsFrom(config.session, ports.secrets).issue(organization.owner.userId, 86_400);
  const ask = (method: string, url: string, options: RequestOptions = {}) =>
    call(base, method, url, { bearer: token, ...options, headers: { 'X-Organization-Id': organization.id, ...options.headers } });
  const parametersByTemplate = await createRecords({ call: ask, inPerson: ask });
  const idsByKind = new Map(
    Object.values(parametersByTemplate)
      .flatMap((parameters) => Object.values(parameters))
      .map((id) => [kindOf(id), id]),
  );
  /** Replaces the ids in an example by ids of records in the organization. */
  const withOwnIds = (example: unknown): unknown =>
    example === undefined
      ? undefined
      : JSON.parse(JSON.stringify(example).replaceAll(/\b[a-z]+(?:_[a-z]+)*_[0-9a-f]{24}\b/g, (id) => idsByKind.get(kindOf(id)) ?? id));
  return {
    organizationId: organization.id,
    /** @param variant index of the example body to send */
    request(operation: Operation, variant: number) {
      const path = pathAt(operation, parametersByTemplate[operation.template] ?? {});
      const flags = operation.parameters
        .filter(
          ({ in: where, required, schema }) =>
            where === 'query' && required !== true && schema && 'type' in schema && schema.type === 'boolean',
        )
        .map(({ name }) => `${name}=true`);
      const fullPath = [path, flags.join('&')].filter((part) => part !== '').join(path.includes('?') ? '&' : '?');
      return ask(operation.method, withValidAddress(operation, fullPath, ports.secrets, organization.id), {
        body: withOwnIds(operation.bodies[variant]),
      });
    },
  };
}

const kindOf = (id: string) => id.slice(0, -24);
