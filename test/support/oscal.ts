/** Catalogs in the JSON format of OSCAL, with invented controls. */

export const control = (id: string, title: string, prose: string) => ({
  id,
  title,
  parts: [{ id: `${id}_smt`, name: 'statement', prose }],
});

const label = (value: string) => [
  { name: 'label', class: 'zero-padded', value: `0${value}` },
  { name: 'label', value },
];

/** @returns a catalog with nested groups, an enhancement, a withdrawn control, and parameters of each kind */
export const catalogOf = () => ({
  catalog: {
    uuid: '3b7f3f0c-6a5e-4a39-9a0b-0d7c1b1f6a11',
    metadata: { title: 'House catalog', 'oscal-version': '1.1.2' },
    groups: [
      {
        id: 'ac',
        title: 'Access',
        controls: [
          {
            id: 'ac-1',
            title: 'Rules of access',
            props: label('AC-1'),
            params: [
              { id: 'ac-1_prm_1', label: 'role of who grants' },
              { id: 'ac-1_prm_2', select: { 'how-many': 'one', choice: ['quarter', '{{ insert: param, ac-1_prm_3 }}'] } },
              { id: 'ac-1_prm_3', label: 'period' },
            ],
            parts: [
              {
                name: 'statement',
                prose: 'Access is granted:',
                parts: [
                  { name: 'item', props: [{ name: 'label', value: 'a.' }], prose: 'by {{ insert: param, ac-1_prm_1 }}; and' },
                  { name: 'item', props: [{ name: 'label', value: 'b.' }], prose: 'every {{ insert: param, ac-1_prm_2 }}.' },
                ],
              },
              { name: 'guidance', prose: 'This is how it is meant.' },
            ],
            controls: [
              {
                ...control('ac-1.1', 'Lists', 'Lists are kept for {{ insert: param, years }}.'),
                props: label('AC-1(1)'),
                params: [{ id: 'years', values: ['5 years'] }],
              },
            ],
          },
          { id: 'ac-2', title: 'Paper files', props: [...label('AC-2'), { name: 'status', value: 'withdrawn' }] },
        ],
      },
      {
        id: 'bk',
        title: 'Backups',
        groups: [
          { id: 'bk-n', title: 'Nightly', controls: [control('bk-1', 'Backups', 'Backups are made, see {{ insert: param, unknown }}.')] },
        ],
      },
    ],
  },
});

/** @returns a catalog with `count` controls, in groups of fifty */
export const manyControls = (count: number) => ({
  catalog: {
    groups: Array.from({ length: Math.ceil(count / 50) }, (_, group) => ({
      id: `g-${group}`,
      title: `Group ${group}`,
      controls: Array.from({ length: Math.min(50, count - group * 50) }, (__, index) =>
        control(`g-${group}-${index}`, `Control ${group} ${index}`, 'Somebody looks after it. '.repeat(40)),
      ),
    })),
  },
});
