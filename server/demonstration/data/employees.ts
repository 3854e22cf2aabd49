/** Data of the employees. The first run of the HR sync added all employees without a value for `added`. */
import type { components } from '#generated/api';
import type { PersonName } from './people.ts';

type Employee = components['schemas']['Employee'];

/** The first run of the HR sync, in days before today. */
export const firstSyncAgo = 228;

export interface EmployeeData {
  readonly name: string;
  readonly department: Employee['department'];
  /** The number in the HR system; null for people who are not in that system. */
  readonly number: string | null;
  /** When the employee was added, in days before today. `left` and `ago` are also in days before today. */
  readonly added?: number;
  readonly left?: number;
  /** A change of the employee, with the previous values. */
  readonly change?: { readonly ago: number; readonly by: PersonName; readonly was: Partial<Pick<Employee, 'name' | 'department' | 'externalEmployeeId'>> };
}

export const employees: readonly EmployeeData[] = [
  { name: 'Mira Castellan', department: 'gov', number: 'LM-1001' },
  { name: 'Tobias Renner', department: 'it', number: 'LM-1002' },
  { name: 'Camille Okafor', department: 'admin', number: 'LM-1003' },
  { name: 'Yusuf Adeyemi', department: 'it', number: 'LM-1004' },
  { name: 'Ingrid Solheim', department: 'hr', number: 'LM-1006' },
  { name: 'Gideon Marsh', department: 'itsm', number: 'LM-1007', left: 46 },
  { name: 'Ruben Itoh', department: 'itsm', number: 'LM-1009' },
  { name: 'Noor Haddad', department: 'gov', number: 'LM-1012' },
  { name: 'Saoirse Lindqvist', department: 'it', number: 'LM-1013' },
  { name: 'Amara Nwosu', department: 'it', number: 'LM-1014' },
  { name: 'Bastien Corrieu', department: 'none', number: 'LM-1015' },
  { name: 'Chiara Bellandi', department: 'qms', number: 'LM-1016', change: { ago: 141, by: 'ingrid', was: { department: 'itsm' } } },
  { name: 'Daisuke Morinaga', department: 'it', number: 'LM-1017' },
  { name: 'Elif Karadag', department: 'it', number: 'LM-1018' },
  { name: 'Farah Zamani', department: 'admin', number: 'LM-1019' },
  { name: 'Gareth Prosser', department: 'itsm', number: 'LM-1020', left: 187 },
  { name: 'Hana Vesely', department: 'qms', number: 'LM-1021' },
  { name: 'Ivo Stankov', department: 'it', number: 'LM-1022' },
  { name: 'Jiho Baek', department: 'it', number: 'LM-1023' },
  { name: 'Katarzyna Wilk', department: 'hr', number: 'LM-1024' },
  { name: 'Leandro Pimentel', department: 'none', number: 'LM-1025' },
  { name: 'Maeve Gallagher-Roth', department: 'admin', number: 'LM-1026', change: { ago: 79, by: 'ingrid', was: { name: 'Maeve Gallagher' } } },
  { name: 'Nikhil Raman', department: 'it', number: 'LM-1027' },
  { name: 'Oluwaseun Bankole', department: 'itsm', number: 'LM-1028' },
  { name: 'Petra Hlavata', department: 'itsm', number: 'LM-1029', left: 124 },
  { name: 'Quentin Abadie', department: 'none', number: 'LM-1030' },
  { name: 'Rosalind Achterberg', department: 'gov', number: 'LM-1031' },
  { name: 'Sanjana Iyer', department: 'it', number: 'LM-1032' },
  { name: 'Teodor Kovalik', department: 'it', number: 'LM-1033', left: 68 },
  { name: 'Uma Thevar', department: 'qms', number: 'LM-1034' },
  { name: 'Valentina Rossetti', department: 'none', number: 'LM-1035' },
  { name: 'Wojciech Nowicki', department: 'itsm', number: 'LM-1036', change: { ago: 103, by: 'ingrid', was: { department: 'none' } } },
  { name: 'Zoë Tanaka', department: 'none', number: 'LM-1037' },
  { name: 'Anselm Duarte', department: 'it', number: 'LM-1038', added: 176 },
  { name: 'Beatriz Almeida', department: 'itsm', number: 'LM-1039', added: 150 },
  { name: 'Callum Reid', department: 'none', number: 'LM-1040', added: 113, left: 52 },
  { name: 'Dilnoza Karimova', department: 'qms', number: 'LM-1041', added: 85 },
  { name: 'Emil Sjöberg', department: 'it', number: 'LM-1042', added: 58 },
  { name: 'Freya Ashdown', department: 'hr', number: 'LM-1043', added: 37 },
  { name: 'Matteo Ferraris', department: 'none', number: 'LM-1044', added: 24, change: { ago: 17, by: 'ingrid', was: { externalEmployeeId: null } } },
  { name: 'Niamh Corrigan', department: 'itsm', number: null, added: 9 },
  { name: 'Samir Belhadj', department: 'it', number: null, added: 2 },
];

/** An employee that was added as a test and deleted again. Only the audit log contains this employee. */
export const deletedTestEmployee = { name: 'Test Employee', email: 'test.employee@example.com', by: 'ingrid', ago: 222 } as const;
