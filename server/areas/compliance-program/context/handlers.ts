/** Lists, creates, updates and deletes context entries. */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { audienceRefusal } from '#domain/access/audience/release';
import { refusal } from '#platform/refusals/refusal';
import { deleteEntry, type EntryFields, findEntry, insertEntry, listEntries, lockEntry, updateEntry } from './queries.ts';

const notFound = () => refusal('context_not_found');
const auditedFields = ['question', 'answer', 'tags', 'audience'] as const;
/** The audit log assigns context entries to the organization, although they need the permissions of evidence (rule 9). */
const auditDetails = (verb: string) => ({ entityType: 'organization', resource: 'context', description: `${verb} context entry` }) as const;

export const context: Handlers<'context'> = {
  async listContext({ query, page, db }) {
    return { status: 200, page: await listEntries(db, query, page) };
  },

  async createContext({ body, db, actor, audit }) {
    const fields = fieldsOf(body);
    const audienceError = audienceRefusal(actor, 'internal', fields.audience);
    if (audienceError) return audienceError;
    const entry = await findEntry(db, await insertEntry(db, fields));
    if (!entry) throw new Error('the entry was not found');
    audit.created({ ...fields }, auditDetails('Created'));
    return { status: 201, body: entry };
  },

  async getContext({ path, db }) {
    const entry = await findEntry(db, path.id);
    return entry ? { status: 200, body: entry } : notFound();
  },

  async updateContext({ path, body, db, actor, audit }) {
    const before = await lockEntry(db, path.id);
    if (!before) return notFound();
    const newFields = fieldsOf({ ...before, ...body });
    // A changed text has not been released yet, so it becomes internal by default.
    const isTextUnchanged = newFields.question === before.question && newFields.answer === before.answer;
    const defaultAudience = isTextUnchanged ? before.audience : 'internal';
    const fields: typeof newFields = { ...newFields, audience: body.audience ?? defaultAudience };
    const audienceError = audienceRefusal(actor, defaultAudience, fields.audience);
    if (audienceError) return audienceError;
    await updateEntry(db, before.id, fields);
    const after = await findEntry(db, before.id);
    if (!after) return notFound();
    audit.changed(before, { ...fields }, { ...auditDetails('Updated'), fields: auditedFields });
    return { status: 200, body: after };
  },

  async deleteContext({ path, db, audit }) {
    const entry = await lockEntry(db, path.id);
    if (!entry) return notFound();
    await deleteEntry(db, entry.id);
    const { question, answer, tags, audience } = entry;
    audit.removed({ question, answer, tags, audience }, auditDetails('Deleted'));
    return { status: 204 };
  },
};

/** Returns the fields of an entry, without duplicate tags (rule 8). */
function fieldsOf({ question, answer, tags, audience }: components['schemas']['ContextEntryCreate']): EntryFields {
  return { question, answer, tags: [...new Set(tags)], audience };
}
