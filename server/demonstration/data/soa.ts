/** Data of manual decisions about the controls of ISO 27001. All other controls were filled in automatically and not changed. */
import type { PersonName } from './people.ts';

export interface DecisionData {
  readonly control: string;
  /** When the decision was made, in days before today. */
  readonly ago: number;
  readonly by: PersonName;
  /** Whether the control applies. Null withdraws an earlier decision. */
  readonly applies: boolean | null;
  readonly why: string;
}

/** When the first version was set up, filled in, submitted and approved, and when the second version was created, in days before today. */
export const statementDays = { setUp: 168, filledIn: 167, submitted: 144, approved: 142, renewed: 14 };

const applies = (ago: number, by: PersonName, reasons: Readonly<Record<string, string>>): DecisionData[] => Object.entries(reasons).map(([number, why]) => ({ control: `A.${number}`, ago, by, applies: true, why }));

export const decisions: readonly DecisionData[] = [
  ...applies(165, 'noor', {
    '5.1': 'Clinics and their auditors ask for written rules. The policies were approved by the founders in spring and are signed by everybody.',
    '5.2': 'Twelve people share all duties. Who carries which, and who stands in, is on one page that is looked at each quarter.',
    '5.4': 'Leads bring up security in their weekly meetings, because most mistakes here were made in a hurry.',
    '5.5': 'A breach of patient data has to be reported within 72 hours. The list of authorities and numbers is part of the incident plan.',
    '5.7': 'Advisories about our hosting, our libraries and attacks on clinics are read each morning by whoever is on call.',
    '5.9': 'The register of systems is the base of access reviews. Each entry has an owner.',
    '5.12': 'Patient data, business data and public data need different care. Three classes are enough for us.',
  }),
  ...applies(163, 'yusuf', {
    '5.15': 'Access to production and to patient data is given by role, and refused by default.',
    '5.17': 'One shared database password is being replaced by personal, short-lived credentials. Keys live in the vault.',
    '5.18': 'Access is reviewed each quarter, after two leavers had kept accounts in the support tool.',
    '8.2': 'Four people hold administrator rights, under separate accounts, and each use is recorded.',
    '8.4': 'Only engineers read the repositories. Protected branches need the approval of a second one.',
    '8.5': 'All staff accounts take a second factor. Clinics can demand one for theirs.',
    '8.7': 'Ransomware on a laptop is among our highest risks. Endpoint protection is on every machine.',
    '8.8': 'The booking API is open to the internet. Dependencies are scanned with every merge, and critical findings closed within seven days.',
    '8.9': 'Servers are built from one description in the repository, and drift raises an alert.',
    '8.13': 'Appointments cannot be typed in again. Databases are copied every night and restored once a month.',
    '8.14': 'Clinics work on Saturdays too. A copy of the databases runs in a second region.',
    '8.15': 'Sign-ins, changes of rights and access to patient records are written to a store that engineers cannot change.',
    '8.16': 'Alerts on unusual sign-ins and exports go to whoever is on call.',
    '8.24': 'Patient data is encrypted in transit and at rest. The rules for keys are part of the cryptography policy.',
    '8.25': 'We build what we sell. Every step from idea to release has its check.',
    '8.28': 'Code is read by a second engineer, and tools look for the usual mistakes.',
    '8.29': 'An outside tester looks at each large release, and once a year at everything.',
    '8.31': 'Test systems have accounts and secrets of their own, and no patient data.',
    '8.32': 'A release without a way back once stopped bookings for a morning. Each change names its way back.',
    '8.33': 'Test data is made up. A copy of production needs the approval of the Head of Compliance.',
  }),
  ...applies(160, 'noor', {
    '5.19': 'Hosting, e-mail and payments come from others. Each is judged before it touches patient data.',
    '5.20': 'Clinics are controllers, and the law wants agreements with everybody who processes for them.',
    '5.23': 'Everything runs in one public cloud. Who may set up what there is decided by the Chief Technology Officer.',
    '5.24': 'The plan was exercised around a table in spring, with three findings.',
    '5.31': 'Health data law differs between our four markets. A register says what holds where.',
    '5.33': 'Invoices are kept for ten years, treatment records for as long as the clinic asks.',
    '5.34': 'Patients of our customers are the people whom a mistake of ours would hurt.',
    '6.1': 'Engineers and customer care can see patient data. References are checked before the first day.',
    '6.3': 'Training at the start and each year, with a phishing exercise each quarter.',
    '6.7': 'Half of the staff work from home on most days. The rules name devices, networks and prints.',
    '8.10': 'Patients may ask for deletion. A monthly run deletes what is due, and says what it did.',
    '8.12': 'A bucket of referral letters was public once. Public shares are now impossible by policy of the account.',
  }),
  ...applies(158, 'ingrid', {
    '6.5': 'The leaver checklist reminds of what stays secret. It is signed on the last day.',
    '7.2': 'The office has badges, and visitors are met at the door.',
    '7.7': 'The office is shared with another company on Fridays.',
    '7.14': 'Laptops are wiped and their disks destroyed by a certified company, which gives a receipt.',
  }),
  { control: 'A.7.12', ago: 158, by: 'yusuf', applies: false, why: 'The office has no servers and no cabling of ours beyond the wireless access points. The data centers are those of the hosting provider, and in its certificate.' },
  { control: 'A.8.30', ago: 157, by: 'tobias', applies: false, why: 'All software is written by employees. No development is given to third parties.' },
];

/** The decisions in the second version so far. */
export const renewals: readonly DecisionData[] = [
  { control: 'A.8.30', ago: 12, by: 'tobias', applies: true, why: 'A partner is building the new patient app since this quarter. The contract holds it to our rules, and we read its code before it is merged.' },
  { control: 'A.5.21', ago: 9, by: 'noor', applies: null, why: 'To be decided again once the register of vendors is complete.' },
  { control: 'A.7.12', ago: 9, by: 'yusuf', applies: null, why: 'A small server room comes with the new office in January.' },
  { control: 'A.5.23', ago: 3, by: 'noor', applies: true, why: 'Everything runs in one public cloud, and from January on in a second region. Who may set up what there is decided by the Chief Technology Officer.' },
];
