export { terms } from './terms.ts';
export { spending } from './spending.ts';
export { pagination } from './pagination.ts';
export { fileDrop } from './file-drop.ts';
export { indexPicker } from './index-picker.ts';
export { catalogue } from './catalogue.ts';
export { settings } from './settings.ts';
export { alerts } from './alerts.ts';
