import { describe, expect, test } from 'vitest';
import type { FormType } from '#domain/evidence-forms/count';
import { formOf, forms } from '#domain/evidence-forms/forms/index';
import { keysOmittedFromLists, searchTextOf, parseFormValues } from '#domain/evidence-forms/values';
import { validateValues } from '#areas/evidence/evidence-forms/rules/validate';
import { acceptsExtension, extensionOf, mediaTypeOfName } from '#areas/evidence/evidence-forms/rules/files';
import { isAnonymous, maySeeForm, isSwitchedOff, maySubmit, formResponseOf } from '#areas/evidence/evidence-forms/rules/forms';
import { headingsOf, rowOf } from '#areas/evidence/evidence-forms/rules/table';
import { formTypes, inventoryRow, roleRow, valuesOf } from '../../support/evidence-forms.ts';
import type { FieldErrors } from '#platform/refusals/field-errors';

const now = new Date('2026-05-20T07:00:00.000Z');
const messagesOf = (errors: FieldErrors) => Object.fromEntries(Object.entries(errors).map(([path, { message }]) => [path, message]));
const check = (type: FormType, values: object = {}) => validateValues(formOf(type), { ...valuesOf[type], ...values }, now);
const errorsOf = (type: FormType, values: object) => {
  const checked = check(type, values);
  return 'faults' in checked ? messagesOf(checked.faults) : {};
};
const storedValues = (type: FormType, values: object = {}) => {
  const checked = check(type, values);
  return 'values' in checked ? checked.values : checked.faults;
};

describe('the definitions', () => {
  test('there are thirteen forms, each with its own type', () => {
    expect(forms.map(({ type }) => type).sort()).toEqual([...formTypes].sort());
  });
  test('define which forms count for scores, are open to employees, have automatic dates, or are hidden', () => {
    const typesWhere = (predicate: (form: ReturnType<typeof formResponseOf>) => boolean) =>
      forms
        .map(formResponseOf)
        .filter(predicate)
        .map(({ type }) => type);
    expect(typesWhere(({ hidden, optional }) => !hidden && !optional)).toEqual([
      'meeting',
      'penetration-test',
      'rbac-matrix',
      'infrastructure-inventory',
      'employee-performance-evaluation',
      'network-diagram',
      'tabletop-exercise',
    ]);
    expect(typesWhere(({ portalAccessible }) => portalAccessible)).toEqual(['access-request', 'whistleblower-report']);
    expect(typesWhere(({ submissionDateMode }) => submissionDateMode === 'auto')).toEqual(['whistleblower-report']);
    expect(typesWhere(({ hidden }) => hidden)).toEqual([
      'board-meeting',
      'it-leadership-meeting',
      'risk-committee-meeting',
      'account-types',
    ]);
  });
  test('a field has only the properties of its kind', () => {
    for (const { fields } of forms.map(formResponseOf))
      for (const { type, options, accept, columns, addRowLabel, defaultRows } of fields) {
        expect([options !== undefined, accept !== undefined, columns !== undefined, addRowLabel !== undefined]).toEqual([
          type === 'select',
          type === 'file',
          type === 'matrix',
          type === 'matrix',
        ]);
        if (type !== 'matrix') expect(defaultRows).toBeUndefined();
      }
  });
  test('the default rows of a table are valid', () => {
    const { fields } = formResponseOf(formOf('account-types'));
    expect(fields[0]?.defaultRows).toHaveLength(10);
    expect(errorsOf('account-types', { accountTypeRows: fields[0]?.defaultRows })).toEqual({});
  });
});

describe('rule 1: values are checked one by one', () => {
  test.each(formTypes)('the smallest valid values of %s are accepted', (type) => {
    const values = valuesOf[type];
    expect(storedValues(type)).toMatchObject(values);
  });
  test.each(formTypes)('without any value, %s has a message for each required value', (type) => {
    const checked = validateValues(formOf(type), {}, now);
    const requiredFields = formOf(type).fields.filter(({ required }) => required);
    const errorPaths = 'faults' in checked ? Object.keys(checked.faults) : [];
    for (const { key } of requiredFields) expect(errorPaths).toContain(`data.${key}`);
    expect(errorPaths.includes('data.submissionDate')).toBe(type !== 'whistleblower-report');
  });
  test('all invalid values are reported at once', () => {
    const values = { userName: 7, permissionsNeeded: 'root', dateAccessGranted: '2026-02-30' };
    const required = { code: 'required', message: 'is required' };
    const allowed = ['read', 'write', 'admin'];
    expect(validateValues(formOf('access-request'), values, now)).toEqual({
      faults: {
        'data.submissionDate': required,
        'data.userName': { code: 'wrong_type', message: 'must be a text', params: { expected: ['string'] } },
        'data.accountsNeeded': required,
        'data.permissionsNeeded': { code: 'not_in_list', message: 'must be one of: read, write, admin', params: { allowed } },
        'data.reasonForRequest': required,
        'data.accessGrantedBy': required,
        'data.dateAccessGranted': { code: 'invalid_date', message: 'must be a date (YYYY-MM-DD), or a date and time' },
      },
    });
  });
  test('keys that the form does not have are dropped, in rows and files as well', () => {
    const values = { ...valuesOf['access-request'], other: 'x', __proto__: { more: 'y' }, constructor: 'z' };
    expect(storedValues('access-request', values)).toEqual(valuesOf['access-request']);
    expect(storedValues('rbac-matrix', { matrixRows: [{ ...roleRow, other: 'x' }] })).toMatchObject({ matrixRows: [roleRow] });
    const pentestReport = { fileName: 'a.pdf', fileKey: 'k', downloadUrl: 'https://example.com', other: 1 };
    expect(storedValues('penetration-test', { pentestReport })).toMatchObject({ pentestReport: { fileName: 'a.pdf', fileKey: 'k' } });
  });
});

describe('rule 2: texts and dates', () => {
  test.each([undefined, null, ''])('%o counts as a missing value', (value) => {
    expect(errorsOf('access-request', { userName: value })).toEqual({ 'data.userName': 'is required' });
    expect(storedValues('network-diagram', { diagramFile: value })).toEqual(valuesOf['network-diagram']);
  });
  test('some texts are trimmed, and other texts remain unchanged', () => {
    expect(storedValues('employee-performance-evaluation', { manager: ' Chen ' })).toMatchObject({ manager: 'Chen' });
    expect(errorsOf('employee-performance-evaluation', { manager: ' \n' })).toEqual({ 'data.manager': 'is required' });
    expect(storedValues('access-request', { userName: ' Ada ' })).toMatchObject({ userName: ' Ada ' });
  });
  test.each(['2026-05-20', '2024-02-29', '2026-05-20T08:00:00Z', '2026-05-20T08:00:00.000+02:00'])('%s is a date', (date) => {
    expect(storedValues('access-request', { submissionDate: date })).toMatchObject({ submissionDate: date });
  });
  test.each(['20 May', '2026-02-29', '2026-5-2', 20260520, {}, true])('%o is not a date', (submissionDate) => {
    expect(Object.keys(errorsOf('access-request', { submissionDate }))).toEqual(['data.submissionDate']);
  });
  test('texts, cells, file names and tables have limits', () => {
    expect(errorsOf('access-request', { userName: 'x'.repeat(1001), reasonForRequest: 'x'.repeat(50_001) })).toEqual({
      'data.userName': 'must have at most 1000 characters',
      'data.reasonForRequest': 'must have at most 50000 characters',
    });
    expect(errorsOf('access-request', { userName: 'x'.repeat(1000), reasonForRequest: 'x'.repeat(50_000) })).toEqual({});
    expect(errorsOf('rbac-matrix', { matrixRows: [{ ...roleRow, system: 'x'.repeat(1001) }] })).toEqual({
      'data.matrixRows.0.system': 'must have at most 1000 characters',
    });
    const rows = Array.from({ length: 1001 }, () => inventoryRow);
    expect(errorsOf('infrastructure-inventory', { inventoryRows: rows })).toEqual({ 'data.inventoryRows': 'must have at most 1000 rows' });
    expect(errorsOf('infrastructure-inventory', { inventoryRows: rows.slice(1) })).toEqual({});
  });
});

describe('rule 3: tables', () => {
  test('a required table needs a row', () => {
    for (const inventoryRows of [undefined, null, []])
      expect(errorsOf('infrastructure-inventory', { inventoryRows })).toEqual({ 'data.inventoryRows': 'must have at least 1 row' });
    for (const inventoryRows of ['x', {}, 1])
      expect(errorsOf('infrastructure-inventory', { inventoryRows })).toEqual({ 'data.inventoryRows': 'must be a list of rows' });
    expect(errorsOf('account-types', { accountTypeRows: [{ accountType: ' ', status: '' }] })).toEqual({
      'data.accountTypeRows': 'must have at least 1 row',
    });
  });
  test('each row needs its required columns, whose texts are trimmed', () => {
    const { assetId, ...otherCells } = inventoryRow;
    expect(
      storedValues('infrastructure-inventory', { inventoryRows: [{ ...otherCells, assetId: ` ${assetId} `, location: '' }] }),
    ).toMatchObject({
      inventoryRows: [{ ...otherCells, assetId }],
    });
    expect(errorsOf('infrastructure-inventory', { inventoryRows: [inventoryRow, { ...otherCells, location: 5 }, 'x', {}] })).toEqual({
      'data.inventoryRows.1.assetId': 'is required',
      'data.inventoryRows.1.location': 'must be a text',
      'data.inventoryRows.2': 'must be a row with values by the keys of the columns',
      ...Object.fromEntries(Object.keys(inventoryRow).map((key) => [`data.inventoryRows.3.${key}`, 'is required'])),
    });
  });
  test('empty rows of a role matrix are dropped, and messages use the original row numbers', () => {
    expect(storedValues('rbac-matrix', { matrixRows: [{}, roleRow, { system: ' ' }] })).toMatchObject({ matrixRows: [roleRow] });
    expect(errorsOf('rbac-matrix', { matrixRows: [{}, roleRow, { system: 'Billing' }] })).toEqual(
      Object.fromEntries(
        ['roleName', 'permissionsScope', 'approvedBy', 'lastReviewed'].map((key) => [`data.matrixRows.2.${key}`, 'is required']),
      ),
    );
  });
  test('an allowed account type needs a justification, and a disallowed account type needs none', () => {
    const rows = [
      { accountType: 'Guest', status: 'Disallowed' },
      { accountType: 'Individual', status: 'Allowed', justification: ' ' },
      { accountType: 'Shared', status: 'Perhaps' },
    ];
    expect(errorsOf('account-types', { accountTypeRows: rows })).toEqual({
      'data.accountTypeRows.1.justification': 'is required',
      'data.accountTypeRows.2.status': 'must be one of: Allowed, Disallowed',
    });
    expect(
      storedValues('account-types', { accountTypeRows: [{ accountType: ' Individual', status: ' Allowed ', justification: 'x' }] }),
    ).toMatchObject({
      accountTypeRows: [{ accountType: 'Individual', status: 'Allowed', justification: 'x' }],
    });
    expect(errorsOf('account-types', { accountTypeRows: [{ accountType: 'Individual', status: ' Allowed ' }] })).toEqual({
      'data.accountTypeRows.0.justification': 'is required',
    });
  });
});

describe('rule 4: one of two fields is required', () => {
  const matrixFile = { fileName: 'roles.csv', fileKey: 'k' };
  test('a role matrix has rows or a file; with a file the rows may be incomplete', () => {
    expect(errorsOf('rbac-matrix', { matrixRows: undefined })).toEqual({ 'data.matrixRows': 'is required without matrixFile' });
    expect(errorsOf('rbac-matrix', { matrixRows: [{}] })).toEqual({ 'data.matrixRows': 'is required without matrixFile' });
    expect(storedValues('rbac-matrix', { matrixRows: undefined, matrixFile })).toEqual({ submissionDate: '2026-05-20', matrixFile });
    expect(storedValues('rbac-matrix', { matrixRows: [{ system: ' Billing ', roleName: 5, x: 'y' }, {}, 7], matrixFile })).toEqual({
      submissionDate: '2026-05-20',
      matrixRows: [{ system: 'Billing' }],
      matrixFile,
    });
    expect(storedValues('rbac-matrix', { matrixRows: 'none', matrixFile })).toEqual({ submissionDate: '2026-05-20', matrixFile });
  });
  test('a network diagram has an address or a file', () => {
    const diagramFile = { fileName: 'network.png', fileKey: 'k' };
    expect(errorsOf('network-diagram', { diagramUrl: undefined })).toEqual({ 'data.diagramFile': 'is required without diagramUrl' });
    expect(errorsOf('network-diagram', { diagramUrl: ' ' })).toEqual({ 'data.diagramFile': 'is required without diagramUrl' });
    expect(storedValues('network-diagram', { diagramUrl: ' ', diagramFile })).toEqual({ submissionDate: '2026-05-20', diagramFile });
    expect(storedValues('network-diagram', { diagramUrl: ' http://example.com/a ' })).toMatchObject({ diagramUrl: 'http://example.com/a' });
    for (const diagramUrl of ['example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://'])
      expect(errorsOf('network-diagram', { diagramUrl })).toEqual({ 'data.diagramUrl': 'must be an http or https address' });
  });
  test('messages about an invalid file name the invalid property', () => {
    expect(errorsOf('network-diagram', { diagramUrl: undefined, diagramFile: { fileName: ' ' } })).toEqual({
      'data.diagramFile.fileName': 'is required',
      'data.diagramFile.fileKey': 'is required',
    });
    expect(errorsOf('penetration-test', { pentestReport: { fileName: 'x'.repeat(256), fileKey: 5 } })).toEqual({
      'data.pentestReport.fileName': 'must have at most 255 characters',
      'data.pentestReport.fileKey': 'must be a text',
    });
    for (const pentestReport of ['key', 1, []])
      expect(errorsOf('penetration-test', { pentestReport })).toEqual({
        'data.pentestReport': 'must be a file with fileName and fileKey',
      });
  });
});

test('rule 5: the date of a report is the time of its submission', () => {
  expect(storedValues('whistleblower-report', { submissionDate: '2020-01-01' })).toMatchObject({ submissionDate: now.toISOString() });
});

test('rule 7: file extensions are compared in lower case, and each extension has a media type', () => {
  expect(['a.PDF', 'a.b.pdf ', 'pdf', '.pdf', 'a.pdf.exe', 'a.', ''].map(extensionOf)).toEqual([
    '.pdf',
    '.pdf',
    '',
    '.pdf',
    '.exe',
    '',
    '',
  ]);
  expect(acceptsExtension({ accept: ['.pdf'] }, 'Report.Pdf')).toBe(true);
  expect(acceptsExtension({ accept: ['.pdf'] }, 'pdf')).toBe(false);
  for (const { fields } of forms)
    for (const field of fields)
      if (field.type === 'file')
        for (const extension of field.accept) expect(mediaTypeOfName(`a${extension}`), extension).not.toBe('application/octet-stream');
  expect(mediaTypeOfName('a.bin')).toBe('application/octet-stream');
});

test('rule 11: employees see and submit only open forms', () => {
  const [open, closed] = [formOf('access-request'), formOf('meeting')];
  const employee = new Set(['portal:read', 'portal:update']);
  expect([maySeeForm(employee, open), maySeeForm(employee, closed), maySeeForm(new Set(['evidence:read']), closed)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([maySubmit(employee, open), maySubmit(employee, closed), maySubmit(new Set(['evidence:create']), closed)]).toEqual([
    true,
    false,
    true,
  ]);
});
test('rule 12: a report is anonymous unless the sender decides otherwise, and no other form is anonymous', () => {
  expect([isAnonymous('whistleblower-report'), isAnonymous('whistleblower-report', false), isAnonymous('meeting')]).toEqual([
    true,
    false,
    false,
  ]);
});
test('rule 13: two forms can be switched off', () => {
  const off = { whistleblowerReportEnabled: false, accessRequestFormEnabled: false };
  expect(formTypes.filter((type) => isSwitchedOff(type, off)).sort()).toEqual(['access-request', 'whistleblower-report']);
  expect(formTypes.filter((type) => isSwitchedOff(type, { whistleblowerReportEnabled: true, accessRequestFormEnabled: true }))).toEqual([]);
});

describe('rule 17: the table', () => {
  const submission = {
    id: 'evs_1',
    submittedById: null,
    submittedBy: null,
    submittedVia: null,
    submittedAt: '2026-05-20T07:00:00.000Z',
    status: 'pending',
    reviewedById: null,
    reviewedBy: null,
    reviewedAt: null,
    reviewedVia: null,
    selfApproved: false,
    reviewReason: null,
    createdAt: '2026-05-20T07:00:00.000Z',
    updatedAt: '2026-05-20T07:00:00.000Z',
    version: 1,
  } as const;
  test('has the fields of the form in their order, and the document at the end', () => {
    expect(headingsOf(formOf('rbac-matrix')).slice(8)).toEqual(['matrixRows', 'matrixFile', 'evidenceFile']);
    expect(headingsOf(formOf('whistleblower-report')).slice(8)).toEqual([
      'incidentDate',
      'complaintDetails',
      'individualsInvolved',
      'evidence',
      'evidenceFile',
    ]);
  });
  test('shows a file as its name and address, and a table with the labels of its columns', () => {
    const values = {
      matrixRows: [{ system: 'Billing', roleName: 'Clerk' }, { roleName: 'Guest' }],
      matrixFile: { fileName: 'a.csv', fileKey: 'k' },
    };
    expect(rowOf(formOf('rbac-matrix'), { ...submission, values }, 'https://example.com/s')).toEqual([
      'evs_1',
      '2026-05-20T07:00:00.000Z',
      '',
      '',
      'pending',
      '',
      '',
      '',
      'System: Billing | Role: Clerk || Role: Guest',
      'a.csv https://example.com/s',
      '',
    ]);
  });
});

test('rule 19: lists leave out long texts, tables and files', () => {
  expect(keysOmittedFromLists(formOf('access-request'))).toEqual(['accountsNeeded', 'reasonForRequest', 'evidenceFile']);
  expect(keysOmittedFromLists(formOf('meeting'))).toEqual(['meetingMinutes', 'evidenceFile']);
  expect(keysOmittedFromLists(formOf('rbac-matrix'))).toEqual(['matrixRows', 'matrixFile', 'evidenceFile']);
});
test('stored values are parsed by their kind, and searched without the keys of files', () => {
  const stored = { a: 'text', b: { fileName: 'name.pdf', fileKey: 'secret' }, c: [{ d: 'cell', e: 1 }, 'x'], f: 5, g: null, h: { i: 'j' } };
  const values = parseFormValues(stored);
  expect(values).toEqual({ a: 'text', b: { fileName: 'name.pdf', fileKey: 'secret' }, c: [{ d: 'cell' }] });
  expect(searchTextOf(values)).toBe('text\nname.pdf\ncell');
  expect(parseFormValues(null)).toEqual({});
});
