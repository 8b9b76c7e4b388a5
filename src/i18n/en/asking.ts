export const asking = {
  label: 'Units to search',
  add: 'Add a unit',
  searching: 'Looking for units',
  nothing: 'No unit found. Press Enter to use the words as they are.',
  noList: 'This gateway cannot list its units. Type a title and press Enter.',
  unknown: 'No unit has this title now',
  notReady: '{{title}}: {{status}}',
  remove: 'Remove {{title}}',
};
