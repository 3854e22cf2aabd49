import type { RiskData } from './risk.ts';

/** Data of governance, reporting and miscellaneous risks. */
export const governance: readonly RiskData[] = [
  {
    title: 'Policies nobody has read since signing them',
    description: 'Policies are signed in the first week and forgotten. People ask a colleague instead, and the answer is often what the policy said two versions ago.',
    category: 'governance', department: 'gov', status: 'open', inherent: [8, 4], residual: [6, 3], owner: 'noor', created: 182, review: -2,
    plan: ['mitigate', 'Policies of two pages at most, a summary of each change in the team meeting, and a short quiz once a year.'],
    changes: [{ ago: 84, was: { residual: [7, 4] } }],
    tasks: ['trainingRecords'],
    work: [{ title: 'Cut the acceptable use policy to two pages', status: 'done', added: 170, due: -95, moved: 93, who: 'noor' }],
  },
  {
    title: 'Every approval waits for two founders',
    description: 'Contracts, hires and exceptions from policies all need one of the founders. While both were on holiday, three vendor reviews were approved without being read.',
    category: 'governance', department: 'gov', status: 'pending', inherent: [6, 8], residual: [6, 7], owner: 'mira', created: 71,
    plan: ['accept', 'Until the finance director has signing rights, which is planned for next quarter. Exceptions from policies wait; everything else is signed by deputies up to 10,000.'],
    changes: [{ ago: 39, by: 'mira', was: { status: 'open', residual: [6, 8] } }],
    tasks: ['boardMinutes'],
    acceptances: [{ ago: 38, by: 'mira', notes: 'Accepted by the board on the condition that signing rights are in place by the end of next quarter.' }],
  },
  {
    title: 'Uptime for customers is worked out by hand',
    description: 'The uptime in the monthly report was copied from three dashboards. One month it was wrong in our favor, and a customer noticed.',
    category: 'reporting', department: 'itsm', status: 'closed', inherent: [6, 5], residual: [2, 3], owner: 'ruben', created: 174,
    plan: ['mitigate', 'The figure comes from the probe that also feeds the public status page. Nobody types it any more.'],
    changes: [
      { ago: 128, by: 'ruben', was: { residual: [5, 5] } },
      { ago: 109, was: { status: 'open' } },
    ],
    work: [{ title: 'Take the figure from the probe', status: 'done', added: 160, due: -130, moved: 129, who: 'yusuf' }],
  },
  {
    title: 'The board sees risk figures a quarter late',
    description: 'Risk figures reach the board as slides, made by hand after the end of the quarter. Decisions in the meeting rest on a register that has moved on.',
    category: 'reporting', department: 'gov', status: 'open', inherent: [5, 4], residual: [3, 3], owner: 'noor', created: 152,
    plan: ['mitigate', 'The board reads the register itself, with a dashboard fed by a read-only key.'],
    changes: [{ ago: 144, was: { residual: [5, 4] } }],
    tasks: ['boardMinutes'],
  },
  {
    title: 'Patient data pasted into text generators',
    description: 'Colleagues summarize calls with public text generators. What is pasted there may be stored, and names of patients have been seen in at least four prompts.',
    category: 'other', department: 'none', status: 'open', inherent: [9, 9], residual: [8, 9], owner: null, created: 33,
    plan: ['avoid', 'No patient data in tools without an agreement. A tool with one is being chosen; until then summaries are written by hand.'],
    changes: [{ ago: 6, by: 'tobias', was: { residual: [9, 9], plan: ['mitigate', ''] } }],
    tasks: ['vendorRegister'],
    work: [
      { title: 'Choose a tool that comes with an agreement', status: 'in_progress', added: 30, due: 25, moved: 6, who: 'tobias' },
      { title: 'Tell everybody, with examples', status: 'done', added: 31, due: -27, moved: 29, who: 'noor' },
    ],
  },
  {
    title: 'Merger talks become public',
    description: 'Talks with a larger competitor become known before a decision. Customers hold back orders, and staff look for other work.',
    category: 'other', department: 'gov', status: 'archived', inherent: [2, 6], residual: [2, 5], owner: 'mira', created: 197,
    plan: ['accept', 'Known to five people. The talks ended without a result.'],
    changes: [{ ago: 126, by: 'mira', was: { status: 'open' } }],
    acceptances: [{ ago: 194, by: { former: 'Lucas Feldhaus' }, notes: 'For as long as the talks last.' }],
  },
];
