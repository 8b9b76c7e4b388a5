import CircleAlert from 'virtual:lucide/circle-alert';
import CircleCheck from 'virtual:lucide/circle-check';
import CircleQuestionMark from 'virtual:lucide/circle-question-mark';
import CircleX from 'virtual:lucide/circle-x';
import TriangleAlert from 'virtual:lucide/triangle-alert';
import type { TestOutcome } from '#contract/tests.ts';

const OUTCOME_STYLES = {
  passes: { Icon: CircleCheck, fill: 'leaf.fill', ink: 'leaf.ink' },
  weak: { Icon: TriangleAlert, fill: 'saffron.fill', ink: 'saffron.ink' },
  fails: { Icon: CircleX, fill: 'brick.fill', ink: 'brick.ink' },
  'cannot-be-asked': { Icon: CircleAlert, fill: 'brick.fill', ink: 'brick.ink' },
  'not-judged': { Icon: CircleQuestionMark, fill: 'text.tertiary', ink: 'text.secondary' },
} as const;

/** Icon and colours of an outcome. */
export const outcomeStyle = (outcome: TestOutcome) => OUTCOME_STYLES[outcome];
