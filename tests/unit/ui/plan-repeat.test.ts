import { describe, expect, test } from 'vitest';
import { createGatewayError } from '#src/api/transport/gateway-errors.ts';
import { planRepeat } from '#src/ui/fault/plan-repeat.ts';

const busy = (retryAfterSeconds?: number) =>
  createGatewayError({ status: 429, message: 'مشغول', retryAfterSeconds });

describe('a call that is repeated by itself', () => {
  test.each<[string, number | undefined, unknown, number]>([
    ['after five seconds where none are named', 5000, busy(), 0],
    ['after those that are named', 30_000, busy(30), 1],
    ['not at once where none are to pass', 1000, busy(0), 0],
    ['never a third time', undefined, busy(), 2],
    ['not after a long wait', undefined, busy(3600), 0],
    ['not for another fault', undefined, createGatewayError({ status: 503, message: '' }), 0],
  ])('%s', (_, wait, error, repeats) => {
    const now = 1_000_000;
    expect(planRepeat(error, repeats, now)).toBe(wait === undefined ? undefined : now + wait);
  });
});
