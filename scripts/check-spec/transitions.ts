/** Checks where each status of a record can go, and that the same status has the same word everywhere (spec/README, Schemas). */
import { type Contract, entries, type Fault, isObject, type Json, list, own, text } from './document.ts';

/** Enumerations that are called a status although no record moves from one of their values to another, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  CloudActivityStatus: 'An entry of the history is written when the activity has ended.',
  'CloudProvider.status': 'There is one value.',
  'ControlRisk.status': 'A linked risk in brief has the status of the risk.',
  DeviceComplianceStatus: 'It follows from the checks and the time of the last report.',
  'DeviceSyncResult.devices.status': 'It says what a sync did with a device.',
  'EmployeeSyncResult.people.providerStatus': 'A provider reports it.',
  'EmployeeSyncResult.people.status': 'It says what a sync did with a person.',
  IsmsAcceptanceState: 'It follows from the acceptance and the rating of the risk.',
  'OverviewFinding.status': 'A finding in brief has the status of the finding.',
  'PolicyAcknowledgementResult.status': 'It says what a request did.',
  'PolicyCreate.status': 'It is where a policy begins.',
  'QuestionAnswerSet.status': 'It is what a request can set.',
  'TaskCheck.lastRunStatus': 'A check in brief has the result of its last run.',
  TaskCheckedStatus: 'It is the part of the statuses of a task that checks set.',
  'TrustAccessReceipt.status': 'It says what a request did.',
  'TrustNdaSigningView.status': 'The signing page has the status of the agreement.',
  'TwoFactorAccountStatus.status': 'As for `TwoFactorStatus`.',
  TwoFactorStatus: 'A source reports it.',
  VendorCertificationStatus: 'It follows from the documents of the vendor.',
};

const statusName = /(?:status|state|stage)$/i;

/** Words that are not used for a status, and the word that is. */
const otherWords: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  complete: 'completed',
  declined: 'rejected',
  denied: 'rejected',
  finished: 'completed',
  refused: 'rejected',
  succeeded: 'completed',
  success: 'completed',
  successful: 'completed',
};
/** Values with such a word, with the section of the interface specification that gives them, or why no other word is right. */
const wordExceptions: Readonly<Record<string, string>> = {
  'EngagementLetterSignatureStatus declined': 'As for `EngagementLetterStatus`.',
  'EngagementLetterStatus declined': 'The specification gives no other word, and whoever is asked to sign a letter declines to.',
};

export function checkTransitions({ document }: Contract, fault: Fault): void {
  const unusedExceptions = new Set([...Object.keys(exceptions), ...Object.keys(wordExceptions)]);
  for (const [schema, value] of entries(own(own(document, 'components'), 'schemas')))
    (function walk(inner: Json | undefined, where: string) {
      if (Array.isArray(inner)) return inner.forEach((item) => walk(item, where));
      if (!isObject(inner)) return;
      const values = list(own(inner, 'enum')).map(text);
      const transitions = own(inner, 'x-transitions');
      if (transitions !== undefined) checkTable(values, transitions, where);
      else if (values.length && statusName.test(where) && !unusedExceptions.delete(where) && !Object.hasOwn(exceptions, where))
        fault('transitions', where, 'is a status, so it says which status can follow on each');
      if (statusName.test(where)) checkStatusWords(values, where);
      for (const [key, child] of entries(inner))
        if (key === 'properties') for (const [name, property] of entries(child)) walk(property, `${where}.${name}`);
        else if (!['example', 'default', 'enum'].includes(key)) walk(child, where);
    })(value, schema);
  for (const name of unusedExceptions) fault('exception', name, 'is an exception to a rule of statuses that nothing needs');

  function checkStatusWords(values: readonly string[], where: string) {
    for (const value of values)
      for (const word of value.split('_')) {
        const rightWord = otherWords[word];
        if (rightWord !== undefined && !unusedExceptions.delete(`${where} ${value}`))
          fault('state-word', where, `${word} is called ${rightWord}`);
      }
  }

  function checkTable(values: readonly string[], transitions: Json, where: string) {
    const targetsOf = (from: string) => list(own(transitions, from)).map(text);
    for (const from of [...new Set([...values, ...entries(transitions).map(([key]) => key)])]) {
      if (!values.includes(from)) fault('transitions', where, `${from} is not a value`);
      else if (!Array.isArray(own(transitions, from))) fault('transitions', where, `does not say what can follow on ${from}`);
      const targets = targetsOf(from);
      for (const to of targets) if (!values.includes(to)) fault('transitions', where, `${from} leads to ${to}, which is not a value`);
      if (targets.includes(from) || new Set(targets).size < targets.length)
        fault('transitions', where, `${from} leads to itself, or twice to the same status`);
    }
    // A set can grow while it is iterated.
    const reached = new Set(values.slice(0, 1));
    for (const from of reached) for (const to of targetsOf(from)) reached.add(to);
    for (const value of values) if (!reached.has(value)) fault('transitions', where, `nothing leads from ${values[0]} to ${value}`);
  }
}
