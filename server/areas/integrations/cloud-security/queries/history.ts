/** Queries about the history of an account: resolutions, exceptions, regressions and activity. */
import { sql, type SqlBool } from 'kysely';
import type { components } from '#generated/api';
import { isInForce } from '#providers/clouds/exceptions';
import type { FilterOf } from '#contract/types';
import { columnsOf } from '#platform/database/columns';
import { anyOf } from '#platform/database/filters';
import type { OrganizationDatabase } from '#platform/database/handle';
import { mapPage, type Page, PagedList, type PageRequest } from '#platform/database/page';
import type { Params } from '#platform/database/prepared';
import { isObject } from '#platform/json-object';
import { listActiveExceptions } from './exceptions.ts';

type Schemas = components['schemas'];

const limits = { resolutions: 200, exceptions: 100, regressions: 100 } as const;

/** Whether the scan that detected a resolution or a regression has ended. Until then, these rows stay hidden. */
const hasScanEnded = (connectionId: string) =>
  sql<SqlBool>`detected_in_scan_id not in (select id from integration_check_run
    where connection_id = ${connectionId} and status in ('pending', 'running'))`;

export async function findHistory(db: OrganizationDatabase, connectionId: string): Promise<Schemas['CloudHistory']> {
  const [methods, activeExceptions, regressionCount, resolutions, exceptions, regressions] = await Promise.all([
    db
      .selectFrom('finding_resolution')
      .select((eb) => ['resolution_method as method', eb.fn.countAll<number>().as('total')])
      .where('connection_id', '=', connectionId)
      .where(hasScanEnded(connectionId))
      .groupBy('resolution_method')
      .execute(),
    db
      .selectFrom('finding_exception as e')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('e.connection_id', '=', connectionId)
      .where(isInForce, '=', true)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('finding_regression')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('connection_id', '=', connectionId)
      .where(hasScanEnded(connectionId))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('finding_resolution')
      .select(
        columnsOf(
          'finding_resolution',
          'id',
          'connectionId',
          'checkId',
          'resourceId',
          'resourceType',
          'resolvedAt',
          'resolutionMethod',
          'resolvedById',
          'remediationActionId',
          'resolvedFromScanId',
          'detectedInScanId',
          'daysOpen',
        ),
      )
      .where('connection_id', '=', connectionId)
      .where(hasScanEnded(connectionId))
      .orderBy('resolved_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limits.resolutions)
      .execute(),
    listActiveExceptions(db, connectionId, limits.exceptions),
    db
      .selectFrom('finding_regression')
      .select(
        columnsOf(
          'finding_regression',
          'id',
          'connectionId',
          'checkId',
          'resourceId',
          'previouslyResolvedAt',
          'previousResolutionId',
          'regressedAt',
          'detectedInScanId',
          'daysClean',
        ),
      )
      .where('connection_id', '=', connectionId)
      .where(hasScanEnded(connectionId))
      .orderBy('regressed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limits.regressions)
      .execute(),
  ]);
  const countOf = (method: Schemas['FindingResolutionMethod']) => Number(methods.find((row) => row.method === method)?.total ?? 0);
  const summary = {
    resolutions: methods.reduce((sum, { total }) => sum + Number(total), 0),
    platformFixes: countOf('platform_fix'),
    externalFixes: countOf('external_fix'),
    resourceDeleted: countOf('resource_deleted'),
    exceptionMarked: countOf('exception_marked'),
    activeExceptions: Number(activeExceptions.total),
    regressions: Number(regressionCount.total),
  };
  return {
    summary,
    resolutions,
    exceptions,
    regressions,
    truncated: {
      resolutions: summary.resolutions > resolutions.length,
      exceptions: summary.activeExceptions > exceptions.length,
      regressions: summary.regressions > regressions.length,
    },
  };
}

type Filter = FilterOf<'listCloudActivity'>;

const pagedActivities = PagedList.of((db, param: Params<{ readonly connectionId: string }>) =>
  db
    .selectFrom('cloud_activity as a')
    .leftJoin('member as m', 'm.user_id', 'a.user_id')
    .select(columnsOf('cloud_activity as a', 'id', 'type', 'description', 'userId', 'status', 'createdAt', 'metadata'))
    .select('m.name as userName')
    .where('a.connection_id', '=', param('connectionId')),
).filteredBy<Omit<Filter, 'connectionId'>>({ ids: anyOf('a.id') });

export async function listActivity(db: OrganizationDatabase, filter: Filter, page: PageRequest): Promise<Page<Schemas['CloudActivity']>> {
  return mapPage(
    await pagedActivities.page(db, filter, { by: 'a.created_at', id: 'a.id' }, page),
    ({ createdAt, metadata, ...activity }) => ({
      ...activity,
      timestamp: createdAt,
      metadata: isObject(metadata) ? { ...metadata } : {},
    }),
  );
}
