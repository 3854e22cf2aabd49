import { storedFields } from '#platform/audit/stored';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { linkByEmail, resolveLink } from './queries/links.ts';
import { deleteEmployee, findEmployee, findLinkedEmployee, insertEmployee, listEmployees, updateEmployee } from './queries/employees.ts';

const notFound = () => refusal('employee_not_found');
const exists = () => refusal('employee_exists');

// Actions are audited explicitly, because an employee is not the member that the permission is named after.
export const employees: Handlers<'employees'> = {
  async listEmployees({ query, page, db }) {
    return { status: 200, page: await listEmployees(db, query, page) };
  },

  async createEmployee({ body, db, audit }) {
    const isNamed = body.linkId !== undefined || body.userId !== undefined;
    const link = await (isNamed ? resolveLink(db, body) : linkByEmail(db, body.email));
    if (isRefusal(link)) return link;
    const employee = await insertEmployee(db, { ...body, ...link });
    if (!employee) return exists();
    audit.created(storedFields(body, { ...employee }), { description: 'Created employee' });
    return { status: 201, body: { success: true, data: employee } };
  },

  async getEmployee({ path, db }) {
    const employee = await findEmployee(db, path.id);
    return employee ? { status: 200, body: { success: true, data: employee } } : notFound();
  },

  async updateEmployee({ path, body, db, audit }) {
    const before = await findLinkedEmployee(db, path.id);
    if (!before) return notFound();
    const link = await resolveLink(db, body);
    if (isRefusal(link)) return link;
    const after = await updateEmployee(db, path.id, { ...body, ...link });
    if (!after) return exists();
    audit.changed(before, after, { description: 'Updated employee', fields: auditedFields });
    const { organizationId, userId, linkId, ...employee } = after;
    return { status: 200, body: { success: true, data: employee } };
  },

  async deleteEmployee({ path, db, audit }) {
    if (!(await deleteEmployee(db, path.id))) return notFound();
    audit.performed('Deleted employee');
    return { status: 200, body: { success: true, data: { message: 'Employee deleted successfully' } } };
  },
};

/** Includes the link, which the API does not return. */
const auditedFields = ['name', 'email', 'department', 'isActive', 'externalEmployeeId', 'userId', 'linkId'] as const;
