/** Requirements for the system catalog of the database, so that no organization can read or change rows of another. */
import { type Kysely, sql } from 'kysely';
import type { SystemTables } from '#generated/database';

interface Exception {
  readonly because: string;
  readonly grants: readonly string[];
  readonly key?: string;
  readonly readOnly?: true;
  readonly shared?: true;
}
const catalogue = (because: string): Exception => ({ because, grants: ['SELECT'], shared: true });
/** Tables that differ from the tables that `tenant_table` creates, and why. */
export const exceptions: Readonly<Record<string, Exception>> = {
  organization: {
    because: 'the organization itself: its key is its own id, and it is made by nobody inside it',
    key: 'id',
    grants: ['DELETE', 'SELECT', 'UPDATE'],
  },
  audit_entry: { because: 'the log is written by append_audit alone', grants: ['SELECT'] },
  audit_head: {
    because: 'the last link of the log: one row for each organization, written by append_audit alone',
    grants: ['SELECT'],
    readOnly: true,
  },
  lost_role: { because: 'written by triggers alone, so that no request leaves it out', grants: ['SELECT'] },
  audit_checkpoint: { because: 'signed by the service, and made by no request', grants: ['SELECT'] },
  storage_usage: {
    because: 'how much the organization stores: one row for each, counted by the triggers of stored_file',
    key: 'id',
    grants: ['SELECT'],
    readOnly: true,
  },
  deleted_organization: { because: 'whose files are still to be removed, when nothing else is left of it', grants: [] },
  user_account: { because: 'a person, in any number of organizations: each reads its copy in member', grants: [] },
  rate_window: { because: 'counters of requests, before it is known whose they are', grants: [] },
  agent_session: { because: 'sessions of agents, each of a person in any number of organizations', grants: [] },
  ephemeral_value: { because: 'what is needed for a moment, before it is known whose it is', grants: [] },
  migration: { because: 'which migrations were applied', grants: [] },
  installation_backup: { because: 'backups of the whole installation', grants: [] },
  secret_mark: { because: 'what the SECRET is known by', grants: [] },
  platform_framework: catalogue('frameworks that any organization may adopt'),
  platform_requirement: catalogue('what those frameworks demand'),
  control_template: catalogue('what controls are copied from'),
  policy_template: catalogue('what policies are copied from'),
  task_template: catalogue('what tasks are copied from'),
  control_template_requirement: catalogue('which requirements a control meets'),
  control_template_policy: catalogue('which policies a control carries in a framework'),
  control_template_task: catalogue('which tasks a control carries in a framework'),
  control_template_document_type: catalogue('which forms of evidence a control carries in a framework'),
  framework_version: catalogue('releases of the frameworks, each with all that it holds'),
  soa_configuration: catalogue('what the statement of applicability asks about the controls of a framework'),
  search_entry: { because: 'what searches find: written by triggers, and read by the functions of the search alone', grants: [] },
  policy_statement: { because: 'what passages of policies are: written by a trigger, and read by find_passages alone', grants: [] },
  catalogue_edition: { because: 'which catalogues were read in', grants: [] },
};
/** References from tenant tables to rows that belong to no organization. */
export const sharedReferences: Readonly<Record<string, string>> = {
  'member.user_id': 'the account behind the membership',
  'employee.user_id': 'the account of the same person',
  'invitation.inviter_id': 'the account of who invited, also when the membership is gone',
  'attachment.uploaded_by_id': 'the account of who uploaded the file',
  'evidence_submission.submitted_by_id': 'the account of who submitted the form, also when the membership is gone',
  'evidence_submission.reviewed_by_id': 'the account of who reviewed it',
  'manual_answer.created_by_id': 'the account of who wrote the answer, also when the membership is gone',
  'manual_answer.updated_by_id': 'the account of who changed it last',
  'evidence_automation_version.published_by_id': 'the account of who published it',
  'offboarding_completion.completed_by_id': 'the account of who completed the item, also when the membership is gone',
  'engagement_letter.created_by_id': 'the account of who drafted the letter, also when the membership is gone',
  'engagement_letter.updated_by_id': 'the account of who changed it last',
  'access_revocation.revoked_by_id': 'the account of who revoked the access',
  'framework_instance.framework_id': 'the framework of the catalogue that was adopted',
  'framework_instance.current_version_id': 'the release of it that the organization works by',
  'framework_sync_operation.from_version_id': 'the release before an update',
  'framework_sync_operation.to_version_id': 'the release after it',
  'requirement_map.requirement_id': 'the requirement of the catalogue that the control meets',
  'control.control_template_id': 'what it was copied from',
  'policy.policy_template_id': 'what it was copied from',
  'task.task_template_id': 'what it was copied from',
  'soa_document.framework_id': 'the framework whose controls are decided',
  'isms_document.framework_id': 'the framework that asks for the document',
  'isms_document.requirement_id': 'the requirement of the catalogue that asks for it',
  'isms_profile.framework_id': 'the framework that the answers are for',
  'soa_document.configuration_id': 'the questions that the document answers',
};
/** Columns that must be unique across organizations. */
export const globallyUnique: Readonly<Record<string, string>> = {
  'api_key.id': 'the operator revokes a key by its id alone',
  'invitation.id': 'the operator accepts an invitation by its id alone',
  'member.id': 'a link that confirms an address names the membership alone',
  'stored_file.id': 'begins with the organization; servers of the version before look for a conflict there',
  'text_model_use.id': 'is that of the organization; servers of the version before look for a conflict there',
  'organization.slug': 'a name in addresses',
  'api_key.hash': 'the key alone says which organization it is of',
  'trust_portal.friendly_url': 'the public address of a page',
  'trust_portal.domain': 'a host name of the public DNS',
  'trust_access_grant.token_hash': 'the token alone says which organization it is of',
  'engagement_letter_link.token_hash': 'the token alone says which organization it is of',
  'trust_nda_agreement.token_hash': 'the token alone says which organization it is of',
};
interface Callable {
  readonly because: string;
  readonly by: 'tenant' | 'PUBLIC';
  readonly definer: boolean;
}
/** Functions that roles can call. Trigger functions and functions without grants cannot be called. */
export const callableFunctions: Readonly<Record<string, Callable>> = {
  policy_words: { because: 'what the index of policies has of one; with the rights of whoever calls it', by: 'tenant', definer: false },
  policy_sections: { because: 'the paragraphs of a text below their headings, which it is given', by: 'tenant', definer: false },
  current_organization: { because: 'what the policies compare with', by: 'PUBLIC', definer: false },
  tenant_role: { because: 'the name of the role, which whoever works as it knows', by: 'PUBLIC', definer: false },
  tenant_table: { because: 'for migrations; with the rights of whoever calls it', by: 'PUBLIC', definer: false },
  stamp_updates: { because: 'for migrations; with the rights of whoever calls it', by: 'PUBLIC', definer: false },
  catalogue_table: { because: 'for migrations; with the rights of whoever calls it', by: 'PUBLIC', definer: false },
  hold_leaving: { because: 'holds what a member looks after, with the rights of the tenant', by: 'tenant', definer: false },
  hold_all_leaving: { because: 'the same of several members, in one order', by: 'tenant', definer: false },
  may_name_account: {
    because: 'says of an account that it is of a member, or of nobody; of one of others what it says of one that there is not',
    by: 'tenant',
    definer: true,
  },
  account_for: {
    because: 'gives the id of the account behind an address, unless it is of another organization; says nothing else of it',
    by: 'tenant',
    definer: true,
  },
  account_aside: { because: 'makes an account that nobody signs in with', by: 'tenant', definer: true },
  consenting_account: {
    because: 'gives the account of a person who has shown that an address is theirs, to join with',
    by: 'tenant',
    definer: true,
  },
  rename_account: {
    because: 'changes the name of an account that is of no other organization, or for its person',
    by: 'tenant',
    definer: true,
  },
  confirm_member_address: {
    because: 'lets a person sign in with the address that they have shown to be theirs',
    by: 'tenant',
    definer: true,
  },
  email_preferences: { because: 'what somebody wants to be mailed about, for an organization of theirs', by: 'tenant', definer: true },
  set_email_preferences: {
    because: 'keeps what somebody wants to be mailed about, for an organization where they are active',
    by: 'tenant',
    definer: true,
  },
  passage_words: { because: 'what the indexes of passages are over', by: 'PUBLIC', definer: false },
  trust_portal_place: { because: 'what the index of the vendors of a trust portal is over', by: 'PUBLIC', definer: false },
  finding_place: { because: 'what the index of the list of findings is over', by: 'PUBLIC', definer: false },
  penetration_test_issue_place: { because: 'sorts the titles in what a search of tests finds', by: 'PUBLIC', definer: false },
  penetration_test_issue_rank: { because: 'what the index of the list of issues is over', by: 'PUBLIC', definer: false },
  finding_severity_place: { because: 'what an index of the list of findings is over', by: 'PUBLIC', definer: false },
  risk_score: { because: 'what indexes of the list of risks are over', by: 'PUBLIC', definer: false },
  vendor_score: { because: 'what indexes of the list of vendors are over', by: 'PUBLIC', definer: false },
  level_place: { because: 'what lists of acceptances are sorted by', by: 'PUBLIC', definer: false },
  find_passages: {
    because: 'searches with an index, which row-level security would not let be used, in the organization of the transaction',
    by: 'tenant',
    definer: true,
  },
  search_entries: {
    because: 'searches with an index, which row-level security would not let be used, in the organization of the transaction',
    by: 'tenant',
    definer: true,
  },
  search_suggestions: { because: 'as search_entries', by: 'tenant', definer: true },
  search_hits: { because: 'compares words that the caller brings with words that the caller brings', by: 'tenant', definer: true },
  ensure_soa_configuration: {
    because: 'makes what all organizations read, of the catalogue and of nothing that the caller brings',
    by: 'tenant',
    definer: true,
  },
  free_trust_portal_url: { because: 'says which of some public addresses is free', by: 'tenant', definer: true },
  is_trust_portal_domain_taken: {
    because: 'says whether others have proven a host name of the public DNS, which the DNS says to everybody',
    by: 'tenant',
    definer: true,
  },
  open_agent_session: {
    because: 'opens a session of an agent for an active member of the organization of the transaction',
    by: 'tenant',
    definer: true,
  },
  append_audit: { because: 'the one way to write the log, for the organization of the transaction', by: 'tenant', definer: true },
};

interface Table {
  readonly name: string;
  readonly kind: string;
  readonly isPartition: boolean;
  readonly secured: boolean;
  readonly granted: readonly string[];
  readonly columns: Readonly<Record<string, { readonly required: boolean; readonly default: string | null }>>;
  readonly policies: readonly {
    readonly permissive: boolean;
    readonly roles: readonly string[];
    readonly command: string;
    readonly using: string | null;
    readonly check: string | null;
  }[];
  readonly unique: readonly (readonly string[])[];
  readonly primary: readonly string[];
  readonly references: readonly {
    readonly to: string;
    readonly from: readonly string[];
    readonly targets: readonly string[];
    readonly onDelete: string;
    readonly nulls: readonly string[] | null;
  }[];
}
interface Routine {
  readonly name: string;
  readonly definer: boolean;
  readonly trigger: boolean;
  readonly settings: readonly string[] | null;
  readonly granted: readonly string[];
}

const columnsOf = (table: string, numbers: string) =>
  sql`(select coalesce(jsonb_agg(a.attname order by n.place), '[]') from unnest(${sql.ref(numbers)}) with ordinality n (number, place) join pg_attribute a on a.attrelid = ${sql.ref(table)} and a.attnum = n.number)`;
/** @returns SQL for the name of a role; the tenant role of this database is called `tenant`, as in migrations */
const nameOf = (role: string) =>
  sql`case ${sql.ref(role)} when 0 then 'PUBLIC' when tenant_role()::regrole then 'tenant' else 'another, ' || ${sql.ref(role)}::regrole::text end`;
const grantee = nameOf('grantee');

/** @returns all relations with rows: tables, views and similar */
async function tablesIn(db: Kysely<SystemTables>): Promise<readonly Table[]> {
  const { rows } =
    await sql<Table>`select c.relname as name, c.relkind as kind, c.relispartition as "isPartition", c.relrowsecurity as secured,
      (select coalesce(jsonb_agg(distinct ${grantee} || ' ' || privilege_type), '[]') from (select relacl as acl union all select attacl from pg_attribute where attrelid = c.oid) lists, aclexplode(acl) where grantee <> c.relowner) as granted,
      (select jsonb_object_agg(a.attname, jsonb_build_object('required', a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid))) from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select coalesce(jsonb_agg(jsonb_build_object('permissive', p.polpermissive, 'roles', array(select ${nameOf('r')} from unnest(p.polroles) r), 'command', p.polcmd,
        'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))), '[]') from pg_policy p where p.polrelid = c.oid) as policies,
      (select coalesce(jsonb_agg(${columnsOf('i.indrelid', 'i.indkey')}), '[]') from pg_index i where i.indrelid = c.oid and i.indisunique) as unique,
      (select coalesce(jsonb_agg(${columnsOf('i.indrelid', 'i.indkey')}) -> 0, '[]') from pg_index i where i.indrelid = c.oid and i.indisprimary) as primary,
      (select coalesce(jsonb_agg(jsonb_build_object('to', f.confrelid::regclass::text, 'from', ${columnsOf('f.conrelid', 'f.conkey')}, 'targets', ${columnsOf('f.confrelid', 'f.confkey')}, 'onDelete', f.confdeltype,
        'nulls', case when f.confdelsetcols is not null then ${columnsOf('f.conrelid', 'f.confdelsetcols')} end)), '[]') from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as references
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind not in ('i', 'I', 't') order by c.relname`.execute(db);
  return rows;
}

async function routinesIn(db: Kysely<SystemTables>): Promise<readonly Routine[]> {
  const { rows } =
    await sql<Routine>`select p.proname as name, p.prosecdef as definer, p.prorettype = 'trigger'::regtype as trigger, to_jsonb(p.proconfig) as settings,
      (select coalesce(jsonb_agg(${grantee}), '[]') from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee <> p.proowner) as granted
    from pg_proc p where p.pronamespace = 'public'::regnamespace order by p.proname`.execute(db);
  return rows;
}

/** @returns a description of each fault, which starts with the name of its table or function */
export async function findFaults(db: Kysely<SystemTables>): Promise<string[]> {
  const tables = await tablesIn(db);
  const tenantTableNames = new Set(
    tables
      .filter(({ name, columns, isPartition }) => !isPartition && 'organization_id' in columns && exceptions[name]?.key === undefined)
      .map(({ name }) => name),
  );
  return [...tables.flatMap((table) => tableFaults(table, tenantTableNames)), ...(await routinesIn(db)).flatMap(routineFaults)];
}

const isEqual = (one: readonly unknown[] | null, other: readonly unknown[]) => JSON.stringify(one) === JSON.stringify(other);

function tableFaults(
  { name, kind, isPartition, secured, granted, columns, policies, unique, primary, references }: Table,
  tenantTableNames: ReadonlySet<string>,
): string[] {
  // A view reads with the permissions of its owner, to whom row-level security does not apply.
  if (kind !== 'r' && kind !== 'p') return [`${name}: is no table (${kind})`];
  // Access to the table itself is subject to its own policies, not to those of its partitions.
  if (isPartition) return secured && policies.length === 0 && granted.length === 0 ? [] : [`${name}: can be read around its table`];
  const {
    grants = ['DELETE', 'INSERT', 'SELECT', 'UPDATE'],
    key = 'organization_id',
    readOnly = false,
    shared = false,
  } = exceptions[name] ?? {};
  const faults: string[] = [];
  const expectThat = (isMet: boolean, fault: string) => void (isMet || faults.push(`${name}: ${fault}`));

  expectThat(
    isEqual(
      granted,
      grants.map((privilege) => `tenant ${privilege}`),
    ),
    `is granted otherwise than intended: ${granted.join(', ')}`,
  );
  if (shared || (exceptions[name] && grants.length === 0)) {
    expectThat(
      references.every(({ to }) => !tenantTableNames.has(to)),
      'refers to the rows of an organization',
    );
    return faults;
  }
  const ownRowsCondition = `(${key} = ( SELECT current_organization() AS current_organization))`;
  // Restrictive policies may limit access further; there is only one permissive policy.
  const [policy, ...otherPermissive] = policies.filter(({ permissive }) => permissive);
  expectThat(secured, 'has no row-level security');
  expectThat(policy !== undefined && otherPermissive.length === 0, 'has not one policy');
  expectThat(
    isEqual(policy?.roles ?? null, ['tenant']) && policy?.command === '*',
    'its policy is not for everything that the tenant does',
  );
  expectThat(policy?.using === ownRowsCondition, 'its policy shows rows of others');
  expectThat(readOnly || policy?.check === ownRowsCondition, 'its policy lets rows of others be written');
  if (key === 'organization_id') {
    const column = columns[key];
    expectThat(column?.required === true, 'may have rows of no organization');
    expectThat(
      references.some(
        ({ to, from, targets, onDelete }) => to === 'organization' && isEqual(from, [key]) && isEqual(targets, ['id']) && onDelete === 'c',
      ),
      'does not go with its organization',
    );
    expectThat(readOnly || column?.default === 'current_organization()', 'does not know whose a new row is');
    expectThat(
      unique.some((index) => isEqual(index, readOnly ? [key] : [key, 'id'])),
      'cannot be referred to within its organization',
    );
  }
  expectThat(primary[0] === key, 'its key does not begin with its organization');
  for (const index of unique)
    expectThat(
      index.includes(key) || index.every((column) => `${name}.${column}` in globallyUnique),
      `says whether others have the same (${index.join(', ')})`,
    );
  for (const { to, from, targets, onDelete, nulls } of references) {
    const keyIndex = from.indexOf(key);
    if (tenantTableNames.has(to)) expectThat(keyIndex >= 0 && targets[keyIndex] === 'organization_id', `its reference to ${to} can cross`);
    else if (to !== 'organization')
      expectThat(
        from.every((column) => `${name}.${column}` in sharedReferences),
        `refers to ${to}, which is no organization's`,
      );
    if (onDelete === 'n') expectThat(!(nulls ?? from).includes('organization_id'), `forgets its organization when its ${to} is deleted`);
  }
  return faults;
}

function routineFaults({ name, definer, trigger, settings, granted }: Routine): string[] {
  const faults: string[] = [];
  const expectThat = (isMet: boolean, fault: string) => void (isMet || faults.push(`${name}(): ${fault}`));
  // If `search_path` does not name the temporary schema, PostgreSQL searches it first, and the caller controls its content.
  if (definer) expectThat(settings?.includes('search_path=public, pg_temp') === true, 'looks for what it uses where its caller says');
  if (trigger || granted.length === 0) return faults;
  const declaredCallable = callableFunctions[name];
  expectThat(declaredCallable !== undefined, 'is not among the functions that may be called');
  if (declaredCallable)
    expectThat(
      definer === declaredCallable.definer && isEqual(granted, [declaredCallable.by]),
      `is granted otherwise than intended: ${granted.join(', ')}${definer ? ', with the rights of its owner' : ''}`,
    );
  return faults;
}
