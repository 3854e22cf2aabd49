/** Schemas are closed, described, bounded and unique. `…Core` schemas are open, and only closed ones may contain them. */
import { type Contract, entries, type Fault, isObject, type Json, list, own } from './document.ts';
import { checkDeprecatedProperties } from './sunset.ts';

// Schemas that may stay open: each area defines the details of its audit entries, the device management system defines the details of a
// host, and the editor defines the drawing of an organization chart.
const openSchemas = [
  'AuditLogData',
  'DeviceHost',
  'OscalProfile',
  'OrgChartEdge',
  'OrgChartNode',
  'OrgChartNodeData',
  'OrgChartPosition',
  'PolicyRichTextNode',
  'Problem',
];

export function checkSchemas({ document, at }: Contract, fault: Fault): void {
  const schemas = entries(at(document, 'components', 'schemas'));
  for (const [name, schema] of schemas) {
    if (!own(schema, 'description')) fault('described', name, 'has no description');
    (function walk(value: Json | undefined, where: string) {
      if ((own(value, 'properties') || own(value, 'allOf')) && !where.endsWith('Core')) {
        const closingKeyword = own(value, 'allOf') ? own(value, 'unevaluatedProperties') : own(value, 'additionalProperties');
        // Further members with a schema of their own do not open a schema.
        const fits = closingKeyword === openSchemas.includes(where) || isObject(closingKeyword);
        if (!fits && !/\/(oneOf|anyOf|allOf)\/\d+$/.test(where))
          fault(
            'closed',
            where,
            `${own(value, 'allOf') ? 'unevaluatedProperties' : 'additionalProperties'} is not ${openSchemas.includes(where)}`,
          );
      }
      if (own(value, 'oneOf') && own(value, 'discriminator') && !at(own(value, 'discriminator'), 'mapping'))
        fault('discriminator', where, 'needs a mapping');
      if (/(Create|Set|Replace|Update)$/.test(name) && own(value, 'type') === 'array' && own(value, 'maxItems') === undefined)
        fault('bounded', where, 'an array without maxItems in a request');
      if (/Update$/.test(name) && own(value, 'default') !== undefined)
        fault('update', where, 'a default here would overwrite what the client left out');
      checkDeprecatedProperties(where, value, fault);
      for (const [key, property] of entries(own(value, 'properties'))) {
        if (!own(property, 'description') && !own(property, '$ref')) fault('described', `${where}.${key}`, 'has no description');
        walk(property, `${where}.${key}`);
      }
      const items = own(value, 'items');
      if (items !== undefined) walk(items, `${where}[]`);
      for (const form of ['allOf', 'oneOf', 'anyOf'])
        list(own(value, form)).forEach((item, index) => walk(item, `${where}/${form}/${index}`));
    })(schema, name);
  }

  // No schema may repeat another under a second name. Strings with neither an enumeration nor a format are not compared. Objects with two
  // properties, such as an id and a name, may differ in their descriptions only.
  const shapes = new Map<string, string>();
  for (const [name, schema] of schemas) {
    if (own(schema, 'type') === 'string' && !own(schema, 'enum') && !own(schema, 'format')) continue;
    const isPair = entries(own(schema, 'properties')).length === 2;
    const shape = JSON.stringify(schema, (key, value: Json) =>
      key === 'description' && typeof value === 'string' && !isPair ? undefined : value,
    );
    const duplicate = shapes.get(shape);
    if (duplicate) fault('twin', name, `is ${duplicate} under another name`);
    shapes.set(shape, name);
  }
}
