/** Evaluates an inventory against the rule pack: the same inventory gives the same findings (spec/areas/cloud-security, rule 9). */
import type { CloudSlug } from '../../../domain/clouds/kinds.ts';
import { storable } from '../../../domain/providers/redaction.ts';
import { isObject, type JsonObject } from '../../../platform/json-object.ts';
import type { Inventory, Resource } from './inventory.ts';
import { type PackCheck, read } from './pack/check.ts';
import { rulePack } from './pack/index.ts';
import { withoutSecrets } from './redact.ts';

/** A result, as it is stored. */
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

export interface Evaluated {
  readonly passed: number;
  readonly failed: number;
  /** Services that were evaluated. */
  readonly services: readonly string[];
  /** What failed comes first. They are made one by one, because all of them are much longer than the inventory. */
  readonly rows: () => Generator<ScanRow>;
  /** Resources that no check has looked at. */
  readonly unevaluated: readonly { readonly service_id: string; readonly resource_id: string }[];
}

/** Characters of evidence that a result may have. */
const mostEvidence = 20_000;

/** @param wanted services to evaluate; others are left out */
export function evaluate(cloud: CloudSlug, inventory: Inventory, wanted: readonly string[]): Evaluated {
  const at = Date.parse(inventory.collectedAt);
  const checks = Map.groupBy(rulePack[cloud], ({ service, resourceType }) => `${service} ${resourceType}`);
  const isWanted = new Set(wanted);
  const resources = inventory.resources.filter(({ serviceId }) => isWanted.has(serviceId));
  const verdictsOn = ({ serviceId, resourceType, attributes }: Resource) =>
    (checks.get(`${serviceId} ${resourceType}`) ?? []).flatMap((check) => {
      const fails = check.verdict(attributes, at);
      return fails === undefined ? [] : [{ check, fails }];
    });
  const counts = { passed: 0, failed: 0 };
  const unevaluated: Evaluated['unevaluated'][number][] = [];
  for (const resource of resources) {
    const verdicts = verdictsOn(resource);
    for (const { fails } of verdicts) counts[fails ? 'failed' : 'passed'] += 1;
    if (!verdicts.length) unevaluated.push({ service_id: resource.serviceId, resource_id: storable(resource.resourceId) });
  }
  return {
    ...counts,
    services: inventory.services.filter((id) => isWanted.has(id)),
    *rows() {
      for (const wantedVerdict of [true, false])
        for (const resource of resources)
          for (const { check, fails } of verdictsOn(resource))
            if (fails === wantedVerdict) yield rowOf(cloud, inventory, resource, check, fails);
    },
    unevaluated,
  };
}

function rowOf(cloud: CloudSlug, inventory: Inventory, resource: Resource, check: PackCheck, fails: boolean): ScanRow {
  const { subject, asks, fault, key } = check;
  const id = storable(resource.resourceId);
  return {
    passed: !fails,
    title: `${subject} ${storable(resource.name ?? resource.resourceId)}: ${fails ? fault : asks}`,
    description: fails ? sentenceOf(check.fails ?? fault) : sentenceOf(check.passes ?? asks),
    severity: fails ? check.severity : null,
    remediation: fails ? check.remedy : null,
    evidence: evidenceOf(resource.attributes, check.reads),
    resource_type: storable(resource.resourceType),
    resource_id: id,
    service_id: resource.serviceId,
    finding_key: `${key}-${id}`,
    check_key: key,
    region: resource.region === null ? null : storable(resource.region),
    project_display_name: cloud === 'gcp' && inventory.accountId !== null ? storable(inventory.accountId) : null,
  };
}

/** Begins with a capital and ends with a full stop. */
export function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/** What the check has read, by the paths of the attributes. */
function evidenceOf(attributes: JsonObject, paths: readonly string[]): JsonObject {
  const found = Object.fromEntries(
    paths.flatMap((path) => {
      const value = read(attributes, path);
      return value === undefined ? [] : [[path, value] as const];
    }),
  );
  const shown = withoutSecrets(found);
  const size = JSON.stringify(shown).length;
  return size > mostEvidence || !isObject(shown) ? { truncated: true, sizeBytes: size } : shown;
}
