/** The organization chart, drawn or uploaded. */
import type { components } from '../../../generated/api.d.ts';
import { Deferred } from '../../contract/replies.ts';
import type { Handlers } from '../../contract/types.ts';
import { fileNameOf } from '../../documents/zip/names.ts';
import { inspectFile, isInspected } from '../../domain/files/receive.ts';
import { drawingIn } from '../../domain/org-chart/nodes.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { added } from '../../platform/audit/changes.ts';
import { removeObsolete } from '../../platform/files/obsolete.ts';
import { storeFile } from '../../platform/files/store.ts';
import { dispositionOf } from '../../platform/ports/file-links.ts';
import type { Files } from '../../platform/ports/files.ts';
import { invalid, refusal } from '../../platform/refusals/refusal.ts';
import { render } from './documents/render.ts';
import { type Chart, deleteChart, findChart, findNames, lockChart, shareLockActive, storeChart } from './queries.ts';
import { beginsAs, faultsIn, isChartType, isShownInline, membersIn, withNames } from './rules.ts';

/** Seconds for which a link works (spec/areas/org-chart, rule 10). */
const linkWorks = 900;

export const orgChart: Handlers<'org-chart'> = {
  async getOrgChart({ db, ports: { files } }) {
    const chart = await findChart(db);
    return chart ? { status: 200, body: await shown(db, files, chart) } : refusal('org_chart_not_found');
  },

  async exportOrgChart({ query: { format = 'svg' }, actor, db, audit }) {
    const chart = await findChart(db);
    if (!chart) return refusal('org_chart_not_found');
    if (chart.type === 'uploaded') return refusal('org_chart_uploaded');
    const { id, name } = chart;
    const { nodes, edges } = drawingIn(chart);
    const drawing = { nodes: withNames(nodes, await findNames(db, membersIn({ nodes }))), edges };
    audit.did('Exported organization chart', { entityId: id, changes: added({ format }) });
    return new Deferred(async () => {
      const body = await render(actor.organizationId, name, drawing, format);
      const headers = { 'Content-Disposition': dispositionOf(fileNameOf(`${name}.${format}`), false) };
      return format === 'pdf'
        ? ({ status: 200, type: 'application/pdf', headers, body } as const)
        : ({ status: 200, type: 'image/svg+xml', headers, body } as const);
    });
  },

  async replaceOrgChart({ body: { name, nodes, edges }, audit, ...context }) {
    const { db, ports } = context;
    // Members first and the chart then, as whoever ends a membership does.
    const faults = faultsIn({ nodes, edges }, await shareLockActive(db, membersIn({ nodes })));
    if (faults) return invalid(faults);
    const before = await lockChart(db);
    const after = await storeChart(db, { name: name?.trim(), nodes, edges });
    await removeObsolete(context);
    audit.changed(before ? told(before) : {}, told(after), { description: 'Replaced organization chart', entityId: after.id });
    return { status: 200, body: await shown(db, ports.files, after) };
  },

  async uploadOrgChart({ body, audit, ...context }) {
    const { db, ports } = context;
    const found = await inspectFile(context, body, { purpose: 'general', accepts: isChartType });
    if (!isInspected(found)) return found;
    const { draft, name, type } = found;
    if (!beginsAs(draft.start, type)) return refusal('file_type_mismatch', { fileType: type });
    const before = await lockChart(db);
    // Its room is free for the next one.
    if (before?.fileKey) await storeChart(db, { nodes: [], edges: [] });
    const key = await storeFile(context, draft, 'org-chart', name);
    if (typeof key !== 'string') return key;
    const after = await storeChart(db, { nodes: [], edges: [], file: { key, name, type } });
    await removeObsolete(context);
    audit.changed(before ? told(before) : {}, told(after), { description: 'Uploaded organization chart', entityId: after.id });
    return { status: 201, body: await shown(db, ports.files, after) };
  },

  async deleteOrgChart({ db, audit, skipAudit }) {
    const chart = await lockChart(db);
    if (!chart) {
      skipAudit();
      return { status: 204 };
    }
    await deleteChart(db, chart.id);
    audit.removed(told(chart), { description: 'Deleted organization chart', entityId: chart.id });
    return { status: 204 };
  },
};

/** The chart with the current names of its members, and with a new link to its file. */
async function shown(db: OrganizationDatabase, files: Files, chart: Chart): Promise<components['schemas']['OrgChart']> {
  const { id, organizationId, name, type, fileKey, fileName, fileType, createdAt, updatedAt } = chart;
  const { nodes, edges } = drawingIn(chart);
  const isFile = fileKey !== null && fileName !== null && fileType !== null;
  return {
    id,
    organizationId,
    name,
    type,
    nodes: withNames(nodes, await findNames(db, membersIn({ nodes }))),
    edges: [...edges],
    signedImageUrl: isFile ? files.link(fileKey, linkWorks, { name: fileName, type: fileType, inline: isShownInline(fileType) }) : null,
    createdAt,
    updatedAt,
  };
}

/** What the audit log says of a chart: numbers instead of content (spec/areas/org-chart, rule 12). */
function told(chart: Chart) {
  const { nodes, edges } = drawingIn(chart);
  return { name: chart.name, type: chart.type, nodes: nodes.length, edges: edges.length, fileName: chart.fileName };
}
