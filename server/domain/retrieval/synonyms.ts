/**
 * Lists synonyms of the compliance domain, because questions and texts may use different terms. Each line is a group of terms, separated by
 * commas. A term with several words matches the same sequence of words, regardless of their endings.
 */
const groups = `
mfa, 2fa, multi-factor authentication, multifactor authentication, two-factor authentication, two factor authentication, two-step verification, second factor, strong authentication, multi-factor, two-factor
sso, single sign-on, sign in through single sign-on, signs in by single sign-on, sign in by single sign-on, sign in to its systems by single sign-on
ciso, security officer, chief information security officer, head of security, responsible for information security, responsible for security, person responsible for information security
dpo, data protection officer, privacy officer, privacy owner, responsible for privacy, responsible for data protection, person responsible for data protection
pam, privileged access, privileged account, privileged right, administrator right, administrative privilege, privileged user, administrator account
least privilege, need to know, need-to-know, by role, based on role, role based, follows role and need, role and need
backup, backed up, back up, backups, data backup
restore, restored, restoring, recover from backup, restoration
encrypt, encrypted, encryption, cipher, cryptography, cryptographic, aes
at rest, stored data, stored customer data, stored health data, storage, database, hard disk, disk, object store
in transit, over network, transmission, transport, tls, ssl, data transfer, traffic, connection
key rotation, rotate, rotated, rotation, renewed, renew
hsm, hardware module, hardware security module, managed key service, kms, key management
secret, api key, token, credential, vault, secret store
leaver, employee is terminated, terminated employee, terminated staff, people who leave, staff who leave, people who leave your company, somebody leaves, leave, leaves, left, terminated, termination, terminate, offboarding, offboard, departing, end of employment
joiner, onboarding, new hire, newcomer, induction, new employee
employee, staff, personnel, workforce, worker, people, team member, constituent
background check, background screening, pre-employment background check, pre-employment, screening of, personnel screening, workforce screening, vet, vetting, criminal record, criminal record check, checks on candidate, references and work history, candidate, check on candidate
nda, confidentiality agreement, non-disclosure agreement, confidentiality duty, duties for security
training, trained, train, awareness training, security awareness
phishing, simulated phishing, phishing simulation, phishing exercise, phishing test
sanction, disciplinary, disciplinary measure, violation, breach of policy, breach of security policy, policy breach, policy violation
annually, yearly, every year, each year, once a year, annual, per year, 12 month, twelve month
quarterly, every quarter, each quarter
access review, access rights reviewed, user access rights reviewed, review access, recertify, recertified, revalidated, rights reviewed, review all right, review every account, permission reviewed, permissions recertified, periodic review of access, periodic access review, user access review, access rights of users reviewed
approve, approval, approved, authorise, authorize, authorised, authorized
penetration test, pen test, pentest, pen-tested, penetration testing, independent tester, ethical hacking
vulnerability scan, vulnerability scanning, scanned, scan, scanned for vulnerability
vulnerability, weakness, security flaw
vulnerability disclosure, bug bounty, researcher, report weakness, reports of weakness, responsible disclosure, report vulnerability
patch, patched, patching, security update, fix, remediate, remediation, time to fix
anti-malware, antivirus, anti-virus, malware protection, malware, edr, endpoint detection, endpoint protection, virus
mdm, enrolled in management, mobile device management, device management, manage laptop, managed device, mobile device
byod, private phone, private device, personal device, own device
usb, removable media, usb stick, usb blocking
lost or stolen, lost and stolen, loss or theft, loss and theft, device is lost
laptop, workstation, computer, endpoint, notebook, device
waf, web application firewall, common attack on web application, common web attack
ddos, denial of service, overload
siem, review log, logs reviewed, audit logs reviewed, audit logs are reviewed, logs are reviewed, review security log, reviews security log, review of logs, log review, rule evaluate
firewall, deny by default, default deny, denied unless listed, boundary firewall
segmentation, segmented, network segmentation, zones are separate, zone
bastion, vpn, encrypted gateway, remote access
wifi, wi-fi, wireless, wireless network, wlan, guest network, office network, office and guest network
office management, facility management, facilities team
hardening, hardened, baseline, secure configuration, cis benchmark, hardening guide
audit log, audit trail, logged, logging, log record, log, logs
retain, retention, retained, kept for, how long
ntp, time source, clock source, clock, time synchronisation, time synchronization
monitor, monitored, monitoring, watched, watch
24x7, around the clock, day and night, 24/7
sdlc, software development life cycle, development life cycle, life cycle, secure development, development process
secure coding, coding guide, secure coding practice
sast, static analysis, static code analysis, code analysis, source code analyzed, source code is analyzed, source code analysed, source code is analysed
code review, peer review, review of code, reviewed by a second person, second person, code is reviewed
sbom, software bill of materials, bill of material, listed for each release, components of others, third-party component, open source component, open source library, open source, sca, dependency, dependencies, library
threat model, threat modeling, threat modelling
production data, real data, masked data, masked, masking, test data
environment, non-production
production, production environment, production system, live environment, live system
separate, separated, separation, kept apart, segregated, isolated
multi-tenant, tenant, data of one customer, account of another, customer isolation, isolation of customer data, isolation, bound to their own data, that of other customers
change management, change control, change request
emergency change, urgent change, urgent case
incident response, incident response plan, incident plan, incident response process, triage
tabletop, tabletop exercise, realistic scenario, incident exercise, crisis exercise
exercise, exercised, rehearse, drill, tested
post-mortem, lessons learned, review without blame, learn from
forensic, evidence
severity, severities, rated
notify, notified, notification, told, is informed, be informed, are informed, tell
customer, client, institution, bank
data breach, breach, personal data breach, breach of data
bcp, business continuity, business continuity plan, continuity plan, contingency plan
bia, business impact analysis, impact of disruption, criticality analysis, impact of disruptions on the business
dr, drp, disaster recovery, disaster recovery plan, recovery plan
rto, recovery time objective, recovery time, target time, longest outage
rpo, recovery point objective, loss of data, data may be lost
redundant, redundancy, independent zone, availability zone, more than one data centre, more than one data centre or zone, independent location
failover, fail over
off-site, offsite, second location, separate location, another region, second region, two places, another location
immutable, offline, cannot be changed or deleted, protected from deletion
capacity, capacity planning, threshold, forecast
status page, availability is measured, measure availability
vendor, supplier, third party, third parties, subcontractor, sub-contractor, outsourcing, service provider
due diligence, vendor assessment, assess, assessed, assessment, evaluate
subprocessor, sub-processor, subprocessors
asset inventory, inventory, inventories, register of assets
classification, classify, class of data, classified, classes, information classification, labelled, labeled
dlp, data loss prevention, data leakage, leakage, leak, restricted data on its way out
disposal, sanitization, sanitisation, disposed, destroyed, erased, erase, wiped, destruction
media, equipment, hardware
deletion, deleted, delete, erasure
contract ends, end of the contract, end of a contract, end of contract, termination of the contract, completion of the contract
dsr, dsar, data subject, request of data subject, request for access, rights of people
dpia, pia, impact assessment, data protection impact assessment
ropa, record of processing activities, records of processing, processing activity
privacy notice, privacy policy, notice
data residency, data stored, data located, data location, location of data, location of all, which country, in which country, where is your data located, where is our data
scc, standard contractual clause, standard clause, adequacy decision
physical access, facility access, physical perimeter, entry, entry to premises, office, premises
visitor, guest
escorted, accompanied
data center, data centre, datacenter
ups, loss of power, power failure, reserve power
fire, fire detection
flood, flooding, water
lockout, lock account, failed login, failed attempt, brute-force, guessing
login, log in, sign-in, sign in, logon
automatic logoff, logoff, session end, inactivity, idle, screen lock, lock automatically, automatic screen lock, devices lock, lock
break-glass, break glass, emergency access, emergency account
shared account, generic account, generic or shared account, unique user identification, personal account, unique user id, own account, account of its own, identity is managed, identity managed, identity managed and stored
password complexity, password length, minimum length, password requirement, at least 12 characters, password policy
separation of duties, segregation of duties, conflicting duty, duties that conflict, conflicting duties are segregated, sod, duties that one person must not combine
board, board of directors, top management, senior management, leadership
risk assessment, risk analysis, risk governance, assess risk, risks are assessed
risk acceptance, accept risk, accept residual risk, acceptance of risk, residual risk, risks may be accepted
internal audit, independent audit, independent review, audit plan
finding, findings, audit finding
acknowledge, acknowledged, acknowledgement, sign policy
threat intelligence, threat information, new threat, sources on threats
authorities, regulator, law enforcement, police, authority
ai, artificial intelligence, ai tool
unsupported, end of life, eol, no longer supported, end of support, support by their maker, maker ends support
approved software, software installation, installed software, approved catalog
malicious site, malicious website, malicious and fraudulent site, harmful site, web filter, known malicious destination
role change, changes roles, change of role, job change, mover
cloud service, saas, cloud approval
host, hosted, hosting, hosting region, hosting region is lost, hosting provider, data stored, data located
policy, policies
about your company, your company do, business background, business do, service that you provide, product in a few sentences, company in a few sentences
type of data, types of data, kind of data, types of customer data, kinds of personal data, kind of personal data
how many people, how many employees, number of employees, people do you employ, headcount
approved before rights are granted, access requested and approved, access request, requests for access rights, approve before access is granted, approved by the manager, approves access, approves access to production, requested and approved
tls 1.2, tls 1.2 or later, tls 1.2 or higher
cloud resource, cloud account
outsider, report security incident, report incident, incident report, report events, reporting channel, reporting channels, report security issue, report a security issue, reports a security problem
register of data breaches, register of breaches, breach register, case is in the register, register holds every case
eu, european union, outside the eu, outside the area of the law
transfers of personal data, transfer personal data, international transfer, transfer outside
audit, audited, auditor
risk, risks
data processing agreement, dpa
encryption key, cryptographic key, key
direct change, change of production data, changes of data in production, unauthorized change
announce, announced, listed
last three years, last five years, last two years, last two financial years, last three audited
last 12 months, last year, in the last 12 months
password manager, password vault
before a contract is signed, before you engage, before contract, before you sign a contract, before they are engaged
re-assess, reassess, ongoing monitoring, critical vendors are reviewed, critical vendor
`;

/** All terms, each with the number of its group. */
export const synonyms: readonly (readonly [term: string, group: number])[] = groups
  .trim()
  .split('\n')
  .flatMap((line, group) => line.split(',').map((term): readonly [string, number] => [term.trim(), group]));
