/** What every list says. */
export const pagination = {
  clearSearch: 'Clear search',
  rows: 'Rows per page',
  range: '{{from}}–{{to}} of {{total}}',
  rangeAtLeast: '{{from}}–{{to}} of at least {{total}}',
  previousPage: 'Previous page',
  nextPage: 'Next page',
} as const;
