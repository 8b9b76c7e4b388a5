export { overview } from './overview.ts';
export { knowledge } from './knowledge.ts';
export { add } from './add.ts';
export { unit } from './unit.ts';
export { playground } from './playground.ts';
export { settings } from './settings.ts';
