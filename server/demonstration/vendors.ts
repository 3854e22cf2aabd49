/** Creates the vendors with all related records, and logs their history. */
import type { Insertable, Transaction } from 'kysely';
import type { components } from '#generated/api';
import type { SystemTables } from '#generated/database';
import { ratingOf } from '#areas/risk-management/vendors/rules/rating';
import { assess } from '#areas/risk-management/vendors/rules/research';
import { domainOf } from '#areas/risk-management/vendors/rules/website';
import { defaultBands } from '#domain/ratings/levels';
import { changesBetween } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import { withMentions } from './comments.ts';
import { type VendorData, vendors } from './data/vendors.ts';
import type { DemoContext } from './demo-context.ts';
import type { Members } from './member.ts';
import { required } from './named.ts';
import type { Tasks } from './program-work.ts';
import { assessmentRun, memberSnapshot, createVerificationTask } from './vendor-work.ts';

type Schemas = components['schemas'];
type Row<Table extends keyof SystemTables> = Insertable<SystemTables[Table]>;
type Table = 'vendor' | 'vendor_contact' | 'vendor_assessment' | 'vendor_acceptance' | 'vendor_task' | 'task_item' | 'comment' | 'run';
type Rows = { readonly [Name in Table]: Row<Name>[] };

/** Number of days for which finished runs are kept (runs, rule 9). */
const retentionDays = 30;
const author = 'noor';

/** Inserts the vendors. @param db must contain the adopted frameworks, because the assessments name them */
export async function insertVendors(db: Transaction<SystemTables>, demo: DemoContext, members: Members, tasks: Tasks): Promise<void> {
  const adopted = await db
    .selectFrom('framework_instance')
    .innerJoin('platform_framework', 'platform_framework.id', 'framework_instance.framework_id')
    .select('platform_framework.name')
    .where('organization_id', '=', demo.organizationId)
    .orderBy('name')
    .execute();
  const rows: Rows = {
    vendor: [],
    vendor_contact: [],
    vendor_assessment: [],
    vendor_acceptance: [],
    vendor_task: [],
    task_item: [],
    comment: [],
    run: [],
  };
  for (const data of vendors) addVendor(rows, demo, { data, members, tasks, frameworks: adopted.map(({ name }) => name) });
  await db.insertInto('vendor').values(rows.vendor).execute();
  await db.insertInto('vendor_contact').values(rows.vendor_contact).execute();
  await db.insertInto('vendor_assessment').values(rows.vendor_assessment).execute();
  await db.insertInto('vendor_acceptance').values(rows.vendor_acceptance).execute();
  await db.insertInto('vendor_task').values(rows.vendor_task).execute();
  await db.insertInto('task_item').values(rows.task_item).execute();
  await db.insertInto('comment').values(rows.comment).execute();
  await db.insertInto('run').values(rows.run).execute();
}

interface VendorContext {
  readonly data: VendorData;
  readonly members: Members;
  readonly tasks: Tasks;
  readonly frameworks: readonly string[];
}

function addVendor(rows: Rows, demo: DemoContext, { data, members, tasks, frameworks }: VendorContext): void {
  const { organizationId: organization_id, calendar, log } = demo;
  const { name, description, category, website, isSubProcessor, corrected, review } = data;
  const [creator, id, createdAt] = [members.of(author), newId('vnd'), calendar.ago(data.created, `${name} created`)];
  const domain = required(domainOf(website), website);
  const [treatmentType, treatmentText] = data.treatment;
  const assigneeId = data.owner && members.of(data.owner).id;
  const body = {
    name,
    description,
    category,
    website,
    isSubProcessor,
    treatmentType,
    ...(treatmentText && { treatmentStrategyDescription: treatmentText }),
    ...(assigneeId !== null && { assigneeId }),
  };
  log.write(createdAt, creator, 'createVendor', { body, answer: { id } });

  // The first assessment has the results of the built-in research.
  const assessedAt = addSeconds(createdAt, 2);
  const assessment = assess({ name, website, domain, category, isSubProcessor, badges: [], frameworks }, undefined, new Date(assessedAt));
  const { inherentProbability, inherentImpact } = assessment;
  const runId = newId('run');
  const before = {
    status: 'in_progress',
    inherentProbability: 'very_unlikely',
    inherentImpact: 'insignificant',
    residualProbability: 'very_unlikely',
    residualImpact: 'insignificant',
    complianceBadges: null,
    riskAssessmentVersion: null,
  };
  const assessedFields = {
    status: 'assessed' as const,
    inherentProbability: required(inherentProbability ?? undefined, name),
    inherentImpact: required(inherentImpact ?? undefined, name),
    residualProbability: required(inherentProbability ?? undefined, name),
    residualImpact: required(inherentImpact ?? undefined, name),
  };
  log.writeRun(
    assessedAt,
    creator,
    'vendor_assessment',
    {
      description: 'Assessed vendor',
      entityId: id,
      changes: changesBetween(before, { ...assessedFields, complianceBadges: [], riskAssessmentVersion: 'v1' }),
    },
    runId,
  );
  rows.vendor_assessment.push({
    id: newId('vas'),
    organization_id,
    vendor_id: id,
    domain,
    version: 1,
    data: JSON.stringify(assessment),
    run_id: runId,
    assessed_at: assessedAt,
  });
  if (data.created < retentionDays)
    rows.run.push(assessmentRun(demo, { id: runId, vendorId: id, by: creator, at: createdAt, done: assessedAt }));
  rows.task_item.push(createVerificationTask(demo, { vendorId: id, data, by: creator, at: addSeconds(createdAt, 1), runId }));

  const currentFields = { ...assessedFields, ...corrected?.to };
  const correctedAt = corrected && calendar.ago(corrected.ago, `${name} corrected`);
  if (corrected && correctedAt !== undefined)
    log.write(
      correctedAt,
      members.of(corrected.by),
      'updateVendor',
      { path: { id } },
      { changes: changesBetween(assessedFields, currentFields) },
    );
  const reviewDueAt = review === undefined ? null : calendar.midnightInDays(review);
  rows.vendor.push({
    id,
    organization_id,
    name,
    description,
    category,
    status: currentFields.status,
    inherent_probability: currentFields.inherentProbability,
    inherent_impact: currentFields.inherentImpact,
    residual_probability: currentFields.residualProbability,
    residual_impact: currentFields.residualImpact,
    treatment_type: treatmentType,
    [`${treatmentType}_text`]: treatmentText || null,
    website,
    domain,
    is_sub_processor: isSubProcessor,
    show_on_trust_portal: isSubProcessor,
    assignee_id: assigneeId,
    compliance_badges: '[]',
    review_due_at: reviewDueAt,
    review_notified_for: review !== undefined && review <= 0 ? reviewDueAt : null,
    created_at: createdAt,
    updated_at: correctedAt ?? assessedAt,
  });
  addDetails(rows, demo, { id, data, members, tasks, at: createdAt, rated: currentFields });
}

function addDetails(
  rows: Rows,
  { organizationId: organization_id, calendar, log }: DemoContext,
  {
    id,
    data,
    members,
    tasks,
    at: createdAt,
    rated,
  }: Omit<VendorContext, 'frameworks'> & {
    readonly id: string;
    readonly at: string;
    readonly rated: Pick<Schemas['Vendor'], 'residualProbability' | 'residualImpact'>;
  },
): void {
  const creator = members.of(author);
  for (const [index, contact] of (data.contacts ?? []).entries()) {
    const contactCreatedAt = addSeconds(createdAt, 300 + index * 60);
    log.write(contactCreatedAt, creator, 'createVendorContact', { path: { id }, body: contact }, { description: 'Created vendor contact' });
    rows.vendor_contact.push({
      id: newId('vct'),
      organization_id,
      vendor_id: id,
      ...contact,
      created_at: contactCreatedAt,
      updated_at: contactCreatedAt,
    });
  }
  const taskIds = (data.tasks ?? []).map((task) => tasks.of(task).id);
  if (taskIds.length) {
    const auditNote = { description: 'Mapped tasks to vendor', changes: { tasks: { previous: [], current: taskIds } } };
    log.write(addSeconds(createdAt, 600), creator, 'replaceVendorTasks', { path: { id } }, auditNote);
    rows.vendor_task.push(...taskIds.map((task_id) => ({ id: newId('vtk'), organization_id, vendor_id: id, task_id })));
  }
  if (data.accepted) {
    const { ago, notes } = data.accepted;
    const [acceptor, acceptedAt] = [members.of(data.accepted.by), calendar.ago(ago, `${data.name} accepted`)];
    const { residualProbability: probability, residualImpact: impact } = rated;
    const changes = {
      acceptedBy: { previous: null, current: `${acceptor.user.name} (${acceptor.id})` },
      notes: { previous: null, current: notes },
    };
    log.write(acceptedAt, acceptor, 'createVendorAcceptance', { path: { id } }, { description: 'Accepted vendor risk', changes });
    rows.vendor_acceptance.push({
      id: newId('rska'),
      organization_id,
      vendor_id: id,
      accepted_by_id: acceptor.id,
      accepted_by_name: acceptor.user.name,
      recorded_by_id: acceptor.id,
      recorded_by_name: acceptor.user.name,
      notes,
      residual_probability: probability,
      residual_impact: impact,
      level: ratingOf({ probability, impact }, defaultBands).level,
      created_at: acceptedAt,
    });
  }
  for (const { by: name, ago, text } of data.comments ?? []) {
    const [commenter, commentedAt, content] = [members.of(name), calendar.ago(ago, `${text} written`), withMentions(text, members)];
    const auditNote = { entityType: 'vendor', entityId: id, resource: 'vendor', description: 'Commented on vendor' } as const;
    log.write(commentedAt, commenter, 'createComment', {}, { ...auditNote, changes: { content: { previous: null, current: content } } });
    rows.comment.push({
      id: newId('cmt'),
      organization_id,
      content,
      entity_type: 'vendor',
      entity_id: id,
      author_id: commenter.id,
      author_snapshot: JSON.stringify(memberSnapshot(commenter).user),
      created_at: commentedAt,
      updated_at: null,
    });
  }
}
