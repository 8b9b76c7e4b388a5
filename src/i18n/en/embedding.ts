export const embedding = {
  title: 'Vectors of the passages',
  bar: 'Passages with vectors',
  have: '{{done}} of {{all}} passages have vectors, {{unitsDone}} of {{units}} units all of theirs.',
  all_one: 'The {{count}} passage has its vector.',
  all_other: 'All {{count}} passages have their vectors.',
  none: 'No passage is there yet; vectors are made as soon as there is one.',
  state: { working: 'Being made', paused: 'Paused', stuck: 'Not getting on', idle: 'Complete' },
  givenUp_one:
    'The server failed at {{count}} passage; it is found by its words alone until its unit is indexed again.',
  givenUp_other:
    'The server failed at {{count}} passages; they are found by their words alone until their units are indexed again.',
  left: 'About {{time}} left.',
  words: 'Questions to units that are not complete are searched by their words until they are.',
  pausedText: 'Nothing is made until somebody resumes it. What is there stays in use.',
  cost: 'The rest will cost about {{left}} tokens of the text quota.',
  costAll: 'With another model everything would be made again, for about {{all}} tokens.',
  stuckTitle: 'Making vectors does not get on',
  stuckText: 'It is tried again by itself, after a longer wait each time.',
  pause: 'Pause',
  pauseNamed: 'Pause making vectors',
  resume: 'Resume',
  resumeNamed: 'Resume making vectors',
} as const;
