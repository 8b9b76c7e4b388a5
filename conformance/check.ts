import type { Exchange } from './calls/exchange.ts';
import type { Lab } from './lab.ts';
import type { Text } from './text.ts';

/**
 * Result of a check. `fails`: clients of the interface trip over it. `lenient`: the gateway takes what the interface has
 * refused, which breaks no client. `note`: behaviour that the interface leaves open and an operator may want to know. `untestable`: the
 * gateway gave no chance to judge the rule in this run.
 */
export type Finding =
  | { outcome: 'ok' }
  | { outcome: 'fails' | 'lenient'; expected: Text; came: Text; exchange?: Exchange | undefined }
  | { outcome: 'note'; reason: Text; exchange?: Exchange | undefined }
  | { outcome: 'untestable'; reason: Reason };
export type Outcome = Finding['outcome'];

/** Why a rule was not testable; `dependsOn` is the id of the check with the cause. */
export type Reason = Text & { readonly dependsOn?: string };

/** One rule of the interface, and how to see whether a gateway keeps it. */
export interface Check {
  /** Unique, such as `answer.Limit.above`. */
  id: string;
  /** Section of the interface: `2.7`. */
  section: string;
  /** The rule in our own words. */
  rule: Text;
  run(lab: Lab): Finding | Promise<Finding>;
}

/** Checks of one subject. `--only` takes the id of a group. */
export interface CheckGroup {
  id: string;
  title: Text;
  checks: readonly Check[];
  /** `after`: judges the calls of all other groups. `load`: runs alone, after the others, on request only. */
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
