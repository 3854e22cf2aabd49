import type { components } from '../../../generated/api.d.ts';
import type { Handlers } from '../../contract/types.ts';
import { refusal } from '../../platform/refusals/refusal.ts';
import { deleteEntry, type EntryFields, findEntry, insertEntry, listEntries, lockEntry, updateEntry } from './queries.ts';

const notFound = () => refusal('context_not_found');
const told = ['question', 'answer', 'tags'] as const;
/** The permissions are those of evidence, but the entries are the organization's (rule 9). */
const logged = (deed: string) => ({ entityType: 'organization', resource: 'context', description: `${deed} context entry` }) as const;

export const context: Handlers<'context'> = {
  async listContext({ query, page, db }) {
    return { status: 200, page: await listEntries(db, query, page) };
  },

  async createContext({ body, db, audit }) {
    const fields = fieldsOf(body);
    const entry = await findEntry(db, await insertEntry(db, fields));
    if (!entry) throw new Error('the entry is gone');
    audit.created({ ...fields }, logged('Created'));
    return { status: 201, body: entry };
  },

  async getContext({ path, db }) {
    const entry = await findEntry(db, path.id);
    return entry ? { status: 200, body: entry } : notFound();
  },

  async updateContext({ path, body, db, audit }) {
    const before = await lockEntry(db, path.id);
    if (!before) return notFound();
    const fields = fieldsOf({ ...before, ...body });
    await updateEntry(db, before.id, fields);
    const after = await findEntry(db, before.id);
    if (!after) return notFound();
    audit.changed(before, { ...fields }, { ...logged('Updated'), fields: told });
    return { status: 200, body: after };
  },

  async deleteContext({ path, db, audit }) {
    const entry = await lockEntry(db, path.id);
    if (!entry) return notFound();
    await deleteEntry(db, entry.id);
    const { question, answer, tags } = entry;
    audit.removed({ question, answer, tags }, logged('Deleted'));
    return { status: 204 };
  },
};

/** As it is stored: the answer as it was sent, the rest without white space around it, and no tag twice (rule 8). */
function fieldsOf({ question, answer, tags }: components['schemas']['ContextEntryCreate']): EntryFields {
  return { question: question.trim(), answer, tags: [...new Set(tags.map((tag) => tag.trim()))] };
}
