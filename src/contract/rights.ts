/** What the roles of keys may do. Each operation names the right that it needs. */
import { ROLES, type Role } from './session.ts';

/** Each right with the roles that have it. `any`: needs a valid key and no more. */
export const RIGHTS = {
  any: ROLES,
  readKnowledge: ROLES,
  ask: ['owner', 'curator', 'tester'],
  readRuns: ['owner', 'curator', 'tester'],
  deleteRuns: ['owner'],
  /** Sets, how many of their tests pass, and evaluations; no questions. */
  readTestCounts: ROLES,
  readTests: ['owner', 'curator', 'tester'],
  /** Making and changing tests, and judging runs. */
  editTests: ['owner', 'curator', 'tester'],
  /** Changing sets, and deleting tests of other keys. */
  manageTests: ['owner', 'curator'],
  /** Reports of wrong answers; filing them is judging. */
  readInbox: ['owner', 'curator', 'tester'],
  closeReports: ['owner', 'curator'],
  editKnowledge: ['owner', 'curator'],
  readQuota: ROLES,
  /** Usage by key, alerts and background work; all kinds of entries of the audit log. */
  readReports: ['owner', 'monitor'],
  /** The audit log; without `readReports` its entries of `KNOWLEDGE_SUBJECTS`. */
  readAudit: ['owner', 'curator', 'monitor'],
  setAlertRules: ['owner', 'monitor'],
  manageWebhooks: ['owner'],
  manageBots: ['owner'],
  manageKeys: ['owner'],
  manageModels: ['owner'],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof RIGHTS;

/** The rights that a list of roles names. */
export const LISTED_RIGHTS = (Object.keys(RIGHTS) as Right[]).filter((right) => right !== 'any');

/** True when keys of the role have the right. */
export function hasRight(role: Role, right: Right): boolean {
  const roles: readonly Role[] = RIGHTS[right];
  return roles.includes(role);
}
