import type { Exchange } from './calls/exchange.ts';
import type { Lab } from './lab.ts';
import type { Text } from './text.ts';

/**
 * What a check found. `note`: the interface leaves it open, and somebody could want to know. `untestable`: this gateway
 * gave no chance to see it now.
 */
export type Finding =
  | { outcome: 'ok' }
  | { outcome: 'fails'; expected: Text; came: Text; exchange?: Exchange | undefined }
  | { outcome: 'note'; reason: Text; exchange?: Exchange | undefined }
  | { outcome: 'untestable'; reason: Reason };
export type Outcome = Finding['outcome'];

/** Why a check saw nothing; `dependsOn` is the id of the check that says more. */
export type Reason = Text & { readonly dependsOn?: string };

/** One rule of the interface, and how to see whether a gateway keeps it. */
export interface Check {
  /** Unique, such as `answer.Limit.above`. */
  id: string;
  /** Where the interface says it: `2.7`. */
  section: string;
  /** The rule in our own words. */
  rule: Text;
  run(lab: Lab): Finding | Promise<Finding>;
}

/** Checks of one subject; `--only` names it by its id. */
export interface CheckGroup {
  id: string;
  title: Text;
  checks: readonly Check[];
  /** `after`: judges what the others met. `load`: runs alone, at the end, where it was asked for. */
  when?: 'after' | 'load';
}

export const OK: Finding = { outcome: 'ok' };

export const untestable = (reason: Reason): Finding => ({ outcome: 'untestable', reason });
export const note = (reason: Text, exchange?: Exchange): Finding => ({ outcome: 'note', reason, exchange });
export const fails = (expected: Text, came: Text, exchange?: Exchange): Finding => ({
  outcome: 'fails',
  expected,
  came,
  exchange,
});
