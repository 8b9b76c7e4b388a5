/** Words of tests that several pages show: outcomes, expectations, and the result of asking a test. */
export const judging = {
  outcome: {
    passes: 'Passes',
    weak: 'Weak',
    fails: 'Fails',
    'cannot-be-asked': 'Cannot be asked',
    'not-judged': 'Not judged',
  },
  set: { label: 'Set', none: 'No set' },
  summary: {
    passing: '{{passing}} of {{total}} tests pass',
    quoted: '“{{title}}”',
    lost_one: 'A change of {{cause}} broke {{count}} test ({{when}})',
    lost_other: 'A change of {{cause}} broke {{count}} tests ({{when}})',
    lostUnknown_one: 'A change broke {{count}} test ({{when}})',
    lostUnknown_other: 'A change broke {{count}} tests ({{when}})',
    others_one: '{{count}} other unit',
    others_other: '{{count}} other units',
  },
  expectation: {
    quotes_one: 'One of the first {{count}} passages has',
    quotes_other: 'One of the first {{count}} passages has',
    contains: 'The answer has',
    lacks: 'The answer does not have',
    bandLabel: 'Status of the answer',
    band: {
      any: 'Not stated',
      answered: 'Answered',
      'weak-or-better': 'Answered or nearest sections',
      'not-found': 'Not found',
    },
    units: 'From the units',
  },
  /** Where the gateway charges what tests ask. */
  local: {
    cost: 'This gateway charges each question. At the average of the questions so far, this costs about {{amount}}.',
    costUnknown: 'This gateway charges each question. The cost of a question is not known yet.',
  },
  result: {
    kept: { passes: 'Kept as a test. It passes.', other: 'Kept as a test: {{outcome}}' },
    notKept: 'The question was asked again and does not pass: {{outcome}}',
    failure: {
      quotes: 'No passage has: {{value}}',
      contains: 'The answer does not have: {{value}}',
      lacks: 'The answer has: {{value}}',
      band: 'The status of the answer is {{value}}',
      units: 'The passage is not from: {{value}}',
    },
    keepAnyway: 'Keep anyway',
    open: 'Open tests',
  },
  report: {
    why: 'Why is it wrong?',
    reason: {
      'wrong-passage': 'Wrong passage',
      'out-of-date': 'Out of date',
      'not-in-knowledge': 'Not in the knowledge',
      unclear: 'Unclear',
      'should-have-refused': 'Should have refused',
    },
    filed: 'Reported to {{name}}.',
    filedOwners: 'Reported to the owners of the bot.',
    open: 'Open inbox',
  },
} as const;
