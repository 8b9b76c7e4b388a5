/** What every list says. */
export const lists = {
  clearSearch: 'Clear the search',
  rows: 'Rows',
  range: '{{from}}–{{to}} of {{total}}',
  rangeAtLeast: '{{from}}–{{to}} of at least {{total}}',
  previousPage: 'Page before',
  nextPage: 'Next page',
} as const;
