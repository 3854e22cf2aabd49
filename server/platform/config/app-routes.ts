import { type AppRoutes, appRoutesWith, findRouteError } from '../links/app-routes.ts';
import { isRecordType, type RecordType } from '../links/records.ts';
import { InvalidValue } from './parsers.ts';

/** Parses the paths of the application's pages. @returns the paths of all types, with the default ones for those that are missing */
export function appRoutes(value: string): AppRoutes {
  const routes: Partial<Record<RecordType, string>> = {};
  for (const [type, template] of Object.entries(parseObject(value))) {
    const error = findRouteError(type, template);
    if (error !== undefined) throw new InvalidValue(`paths by type of record: "${type}" ${error}`);
    if (isRecordType(type) && typeof template === 'string') routes[type] = template;
  }
  return appRoutesWith(routes);
}

function parseObject(value: string): object {
  try {
    const parsed: unknown = JSON.parse(value);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // Text that is not JSON gets the same error as JSON that is no object.
  }
  throw new InvalidValue('a JSON object of types and paths, such as {"task": "/{organizationId}/tasks/{id}"}');
}
