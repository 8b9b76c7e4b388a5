export const repair = {
  menuFor: 'Actions for {{name}}',
  replaceFile: 'Replace file',
  replaceWithFile: 'Replace with a file',
  replaceWithAddress: 'Replace with a web page',
  changeAddress: 'Change address',
  add: 'Add source',
  remove: 'Remove source',
  reindex: 'Index again',
  form: { label: 'Source type', file: 'File', address: 'Web address' },
  file: {
    label: 'File',
    choose: 'Choose file',
    chooseOther: 'Choose another file',
    drop: 'or drop it here',
  },
  titleStays: 'The title and ID of the unit stay the same.',
  indexStays: 'The current index is used for answers until the new one is ready.',
  uploading: 'Uploading',
  problem: {
    noFile: 'Choose a file.',
    empty: 'The file is empty. Choose one with content.',
    tooLarge: 'The file has {{size}}, and this gateway accepts up to {{limit}}. Split the document.',
    unreadable:
      'A .{{extension}} file contains no readable text. Choose a document, such as PDF, DOCX or TXT.',
    address: 'Enter a web address, such as https://example.com/page.',
    sameAddress: 'This is already the address. Enter another one.',
  },
  stale: {
    title: 'This unit was changed by someone else',
    text: 'Its sources are now: {{sources}}. Your change is not saved yet.',
    replace: 'Replace anyway',
    add: 'Add anyway',
  },
  gone: {
    title: 'This source is no longer part of the unit',
    text: 'Someone has replaced or removed it. The sources are now: {{sources}}.',
    add: 'Add as another source',
  },
  removal: {
    title: 'Remove this source?',
    text: 'Its passages are no longer used for answers once the other sources are indexed again.',
  },
} as const;
