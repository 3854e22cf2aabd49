/** Evaluates an inventory with the rule pack. The same inventory always gives the same findings (cloud-security, rule 9). */
import type { CloudSlug } from '#providers/clouds/kinds';
import { makeStorable } from '#providers/redaction';
import { isObject, type JsonObject } from '#platform/json-object';
import type { Inventory, Resource } from './inventory.ts';
import { type PackCheck, readAttribute } from './pack/check.ts';
import { rulePack } from './pack/index.ts';
import { withoutSecrets } from './redact.ts';

/** A result as it is stored in the database. */
export interface ScanRow {
  readonly passed: boolean;
  readonly title: string;
  readonly description: string;
  readonly severity: string | null;
  readonly remediation: string | null;
  readonly evidence: JsonObject;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly service_id: string;
  readonly finding_key: string;
  readonly check_key: string;
  readonly region: string | null;
  readonly project_display_name: string | null;
}

export interface EvaluationResult {
  readonly passed: number;
  readonly failed: number;
  /** The services that were evaluated. */
  readonly services: readonly string[];
  /** Yields failures first, and only one row at a time, because all rows together are much larger than the inventory. */
  readonly rows: () => Generator<ScanRow>;
  /** The resources that no check has evaluated. */
  readonly unevaluated: readonly { readonly service_id: string; readonly resource_id: string }[];
}

/** Maximum number of characters of evidence in a result. */
const maxEvidence = 20_000;

/** @param wantedServiceIds ids of the services to evaluate */
export function evaluate(cloud: CloudSlug, inventory: Inventory, wantedServiceIds: readonly string[]): EvaluationResult {
  const collectedAt = Date.parse(inventory.collectedAt);
  const checks = Map.groupBy(rulePack[cloud], ({ service, resourceType }) => `${service} ${resourceType}`);
  const wantedServices = new Set(wantedServiceIds);
  const resources = inventory.resources.filter(({ serviceId }) => wantedServices.has(serviceId));
  const resultsOf = ({ serviceId, resourceType, attributes }: Resource) =>
    (checks.get(`${serviceId} ${resourceType}`) ?? []).flatMap((check) => {
      const isFailed = check.verdict(attributes, collectedAt);
      return isFailed === undefined ? [] : [{ check, isFailed }];
    });
  const counts = { passed: 0, failed: 0 };
  const unevaluated: EvaluationResult['unevaluated'][number][] = [];
  for (const resource of resources) {
    const results = resultsOf(resource);
    for (const { isFailed } of results) counts[isFailed ? 'failed' : 'passed'] += 1;
    if (!results.length) unevaluated.push({ service_id: resource.serviceId, resource_id: makeStorable(resource.resourceId) });
  }
  return {
    ...counts,
    services: inventory.services.filter((id) => wantedServices.has(id)),
    *rows() {
      for (const yieldsFailures of [true, false])
        for (const resource of resources)
          for (const { check, isFailed } of resultsOf(resource))
            if (isFailed === yieldsFailures) yield toRow(cloud, inventory, resource, check, isFailed);
    },
    unevaluated,
  };
}

function toRow(cloud: CloudSlug, inventory: Inventory, resource: Resource, check: PackCheck, isFailed: boolean): ScanRow {
  const { subject, requirement, violation, key } = check;
  const resourceId = makeStorable(resource.resourceId);
  return {
    passed: !isFailed,
    title: `${subject} ${makeStorable(resource.name ?? resource.resourceId)}: ${isFailed ? violation : requirement}`,
    description: isFailed ? sentenceOf(check.failDescription ?? violation) : sentenceOf(check.passDescription ?? requirement),
    severity: isFailed ? check.severity : null,
    remediation: isFailed ? check.remediation : null,
    evidence: collectEvidence(resource.attributes, check.reads),
    resource_type: makeStorable(resource.resourceType),
    resource_id: resourceId,
    service_id: resource.serviceId,
    finding_key: `${key}-${resourceId}`,
    check_key: key,
    region: resource.region === null ? null : makeStorable(resource.region),
    project_display_name: cloud === 'gcp' && inventory.accountId !== null ? makeStorable(inventory.accountId) : null,
  };
}

/** @returns the text as a sentence, with a capital letter and a period */
export function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/** @returns the attributes that the check has read, by their paths, without secrets */
function collectEvidence(attributes: JsonObject, paths: readonly string[]): JsonObject {
  const attributesByPath = Object.fromEntries(
    paths.flatMap((path) => {
      const value = readAttribute(attributes, path);
      return value === undefined ? [] : [[path, value] as const];
    }),
  );
  const redacted = withoutSecrets(attributesByPath);
  const size = JSON.stringify(redacted).length;
  return size > maxEvidence || !isObject(redacted) ? { truncated: true, sizeBytes: size } : redacted;
}
