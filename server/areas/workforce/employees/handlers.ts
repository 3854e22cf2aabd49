/** Lists, reads, creates, changes and deletes employees. */
import { storedFields } from '#platform/audit/stored';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { linkByEmail, resolveLink } from './queries/links.ts';
import { deleteEmployee, findEmployee, insertEmployee, listEmployees, lockLinkedEmployee, updateEmployee } from './queries/employees.ts';

const employeeNotFound = () => refusal('employee_not_found');
const duplicateEmployee = () => refusal('employee_exists');

// Audit entries belong to the resource of the permission, which is named after members. Only their descriptions name employees.
export const employees: Handlers<'employees'> = {
  async listEmployees({ query, page, db }) {
    return { status: 200, page: await listEmployees(db, query, page) };
  },

  async createEmployee({ body, db, audit }) {
    const hasLink = body.linkId !== undefined || body.userId !== undefined;
    const link = await (hasLink ? resolveLink(db, body) : linkByEmail(db, body.email));
    if (isRefusal(link)) return link;
    const employee = await insertEmployee(db, { ...body, ...link });
    if (!employee) return duplicateEmployee();
    audit.created(storedFields(body, { ...employee }), { description: 'Created employee' });
    return { status: 201, body: { success: true, data: employee } };
  },

  async getEmployee({ path, db }) {
    const employee = await findEmployee(db, path.id);
    return employee ? { status: 200, body: { success: true, data: employee } } : employeeNotFound();
  },

  async updateEmployee({ path, body, db, audit }) {
    const before = await lockLinkedEmployee(db, path.id);
    if (!before) return employeeNotFound();
    const link = await resolveLink(db, body);
    if (isRefusal(link)) return link;
    const after = await updateEmployee(db, path.id, { ...body, ...link });
    if (!after) return duplicateEmployee();
    audit.changed(before, after, { description: 'Updated employee', fields: auditedFields });
    const { organizationId, userId, linkId, ...employee } = after;
    return { status: 200, body: { success: true, data: employee } };
  },

  async deleteEmployee({ path, db, audit }) {
    if (!(await lockLinkedEmployee(db, path.id))) return employeeNotFound();
    await deleteEmployee(db, path.id);
    audit.performed('Deleted employee');
    return { status: 200, body: { success: true, data: { message: 'Employee deleted successfully' } } };
  },
};

/** Fields whose changes are recorded in the audit log. They include the links, which the API does not return. */
const auditedFields = ['name', 'email', 'department', 'isActive', 'externalEmployeeId', 'userId', 'linkId'] as const;
