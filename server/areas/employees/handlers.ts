import { isRefusal, refusal } from '../../platform/refusals/refusal.ts';
import type { Handlers } from '../../contract/types.ts';
import { linkByEmail, resolveLink } from './queries/links.ts';
import { deleteEmployee, findEmployee, findLinkedEmployee, insertEmployee, listEmployees, updateEmployee } from './queries/employees.ts';

const notFound = () => refusal('employee_not_found');
const exists = () => refusal('employee_exists');

// The log says what was changed: an employee is not the member that the permission is named after.
export const employees: Handlers<'employees'> = {
  async listEmployees({ query, page, db }) {
    return { status: 200, page: await listEmployees(db, query, page) };
  },

  async createEmployee({ body, db, audit }) {
    const fields = { ...body, name: body.name.trim(), email: body.email.toLowerCase() };
    const isNamed = body.linkId !== undefined || body.userId !== undefined;
    const link = await (isNamed ? resolveLink(db, body) : linkByEmail(db, fields.email));
    if (isRefusal(link)) return link;
    const employee = await insertEmployee(db, { ...fields, ...link });
    if (!employee) return exists();
    audit.created(body, { description: 'Created employee' });
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
    const { name, email } = body;
    const after = await updateEmployee(db, path.id, {
      ...body,
      ...(name !== undefined && { name: name.trim() }),
      ...(email !== undefined && { email: email.toLowerCase() }),
      ...link,
    });
    if (!after) return exists();
    audit.changed(before, after, { description: 'Updated employee', fields: auditedFields });
    const { organizationId, userId, linkId, ...employee } = after;
    return { status: 200, body: { success: true, data: employee } };
  },

  async deleteEmployee({ path, db, audit }) {
    if (!(await deleteEmployee(db, path.id))) return notFound();
    audit.did('Deleted employee');
    return { status: 200, body: { success: true, data: { message: 'Employee deleted successfully' } } };
  },
};

/** With the link, which the record does not show. */
const auditedFields = ['name', 'email', 'department', 'isActive', 'externalEmployeeId', 'userId', 'linkId'] as const;
