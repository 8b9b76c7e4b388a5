export { common } from './common.ts';
export { shell } from './shell.ts';
export { connect } from './connect.ts';
export { statuses } from './statuses.ts';
