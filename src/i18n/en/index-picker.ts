export const indexPicker = {
  label: 'Units to search',
  add: 'Add a unit',
  searching: 'Searching',
  nothing: 'No matching unit. Press Enter to use the text as typed.',
  noList: 'This gateway cannot list its units. Type a title and press Enter.',
  unknown: 'No unit has this title',
  notReady: '{{title}}: {{status}}',
  notSearched: '{{title}} is not searched. {{reason}}.',
  remove: 'Remove {{title}}',
};
