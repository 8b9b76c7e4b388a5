/** Loaded after the page: drawing takes more code than all that is said in words. */
export { BurnChart } from './burn-chart.tsx';
export { UseChart } from './use-chart.tsx';
