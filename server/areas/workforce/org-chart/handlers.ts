/** Reads, replaces, uploads, exports and deletes the organization chart, which is either drawn or uploaded. */
import type { components } from '#generated/api';
import { Deferred } from '#contract/replies';
import type { Handlers } from '#contract/types';
import { toFileName } from '#documents/zip/names';
import { inspectFile, isInspected } from '#documents/files/receive';
import { parseChart } from '#domain/people/org-chart/nodes';
import type { OrganizationDatabase } from '#platform/database/handle';
import { changesOnCreate } from '#platform/audit/changes';
import { removeObsolete } from '#platform/files/obsolete';
import { storeFile } from '#platform/files/store';
import { dispositionOf } from '#platform/ports/file-links';
import type { Files } from '#platform/ports/files';
import { invalid, refusal } from '#platform/refusals/refusal';
import { renderChart } from './documents/render.ts';
import { type Chart, deleteChart, findChart, findNames, lockChart, shareLockActiveMembers, storeChart } from './queries.ts';
import { hasContentOfType, validateDrawing, isChartType, mayShowInline, memberIdsIn, withNames } from './rules.ts';

/** Seconds until a link to an uploaded chart expires (org-chart, rule 10). */
const linkSeconds = 900;

export const orgChart: Handlers<'org-chart'> = {
  async getOrgChart({ db, ports: { files } }) {
    const chart = await findChart(db);
    return chart ? { status: 200, body: await responseOf(db, files, chart) } : refusal('org_chart_not_found');
  },

  async exportOrgChart({ query: { format = 'svg' }, actor, db, audit }) {
    const chart = await findChart(db);
    if (!chart) return refusal('org_chart_not_found');
    if (chart.type === 'uploaded') return refusal('org_chart_uploaded');
    const { id, name } = chart;
    const { nodes, edges } = parseChart(chart);
    const drawing = { nodes: withNames(nodes, await findNames(db, memberIdsIn({ nodes }))), edges };
    audit.performed('Exported organization chart', { entityId: id, changes: changesOnCreate({ format }) });
    return new Deferred(async () => {
      const body = await renderChart(actor.organizationId, name, drawing, format);
      const headers = { 'Content-Disposition': dispositionOf(toFileName(`${name}.${format}`), false) };
      return format === 'pdf'
        ? ({ status: 200, type: 'application/pdf', headers, body } as const)
        : ({ status: 200, type: 'image/svg+xml', headers, body } as const);
    });
  },

  async replaceOrgChart({ body: { name, nodes, edges }, audit, ...context }) {
    const { db, ports } = context;
    // Members are locked before the chart, as in the code that ends memberships. The same order prevents deadlocks.
    const errors = validateDrawing({ nodes, edges }, await shareLockActiveMembers(db, memberIdsIn({ nodes })));
    if (errors) return invalid(errors);
    const before = await lockChart(db);
    const after = await storeChart(db, { name, nodes, edges });
    await removeObsolete(context);
    audit.changed(before ? auditFields(before) : {}, auditFields(after), {
      description: 'Replaced organization chart',
      entityId: after.id,
    });
    return { status: 200, body: await responseOf(db, ports.files, after) };
  },

  async uploadOrgChart({ body, audit, ...context }) {
    const { db, ports } = context;
    const file = await inspectFile(context, body, { purpose: 'general', accepts: isChartType });
    if (!isInspected(file)) return file;
    const { draft, name, type } = file;
    if (!hasContentOfType(draft.start, type)) return refusal('file_type_mismatch', { fileType: type });
    const before = await lockChart(db);
    // The old file is removed from the chart first, so that its storage is free for the new file.
    if (before?.fileKey) await storeChart(db, { nodes: [], edges: [] });
    const key = await storeFile(context, draft, 'org-chart', name);
    if (typeof key !== 'string') return key;
    const after = await storeChart(db, { nodes: [], edges: [], file: { key, name, type } });
    await removeObsolete(context);
    audit.changed(before ? auditFields(before) : {}, auditFields(after), {
      description: 'Uploaded organization chart',
      entityId: after.id,
    });
    return { status: 201, body: await responseOf(db, ports.files, after) };
  },

  async deleteOrgChart({ db, audit, skipAudit }) {
    const chart = await lockChart(db);
    if (!chart) {
      skipAudit();
      return { status: 204 };
    }
    await deleteChart(db, chart.id);
    audit.removed(auditFields(chart), { description: 'Deleted organization chart', entityId: chart.id });
    return { status: 204 };
  },
};

/** @returns the response with the current names of the chart's members and a new link to its file */
async function responseOf(db: OrganizationDatabase, files: Files, chart: Chart): Promise<components['schemas']['OrgChart']> {
  const { id, organizationId, name, type, fileKey, fileName, fileType, createdAt, updatedAt, version } = chart;
  const { nodes, edges } = parseChart(chart);
  const isFile = fileKey !== null && fileName !== null && fileType !== null;
  return {
    id,
    organizationId,
    name,
    type,
    nodes: withNames(nodes, await findNames(db, memberIdsIn({ nodes }))),
    edges: [...edges],
    signedImageUrl: isFile ? files.link(fileKey, linkSeconds, { name: fileName, type: fileType, inline: mayShowInline(fileType) }) : null,
    createdAt,
    updatedAt,
    version,
  };
}

/** @returns the fields of a chart for the audit log: the numbers of nodes and edges instead of their content (org-chart, rule 12) */
function auditFields(chart: Chart) {
  const { nodes, edges } = parseChart(chart);
  return { name: chart.name, type: chart.type, nodes: nodes.length, edges: edges.length, fileName: chart.fileName };
}
