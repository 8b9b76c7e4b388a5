export { common } from './common.ts';
export { connect } from './connect.ts';
export { shell } from './shell.ts';
export { statuses } from './statuses.ts';
