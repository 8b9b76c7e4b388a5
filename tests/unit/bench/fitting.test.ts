import { describe, expect, test } from 'vitest';
import { areaUnderCurve, binPredictions, calibrationError } from '#tests/bench/calibration.ts';
import { fitLogistic, predict } from '#tests/bench/logistic.ts';
import { createRandom } from '#tests/bench/statistics.ts';

describe('logistic regression', () => {
  const random = createRandom(5);
  const observations = Array.from({ length: 4000 }, () => {
    const features = { gap: random() * 10, words: random() - 5, idle: 3 };
    const likelihood = 1 / (1 + Math.exp(-(0.8 * features.gap - 3 * features.words - 19)));
    return { features, label: random() < likelihood };
  });

  test('finds the weights that made the labels, on the scale of the features', () => {
    const { intercept, weights } = fitLogistic(observations, { l2: 0.001 });
    expect(weights['gap']).toBeCloseTo(0.8, 0);
    expect(weights['words']).toBeCloseTo(-3, 0);
    expect(weights['idle']).toBeCloseTo(0, 6);
    expect(intercept).toBeGreaterThan(-22);
    expect(intercept).toBeLessThan(-16);
  });

  test('is at the top: its mean prediction is the share of labels', () => {
    const model = fitLogistic(observations, { l2: 1 });
    const predicted = observations.reduce((sum, { features }) => sum + predict(model, features), 0);
    expect(predicted).toBeCloseTo(observations.filter(({ label }) => label).length, 3);
  });

  test('counts an observation of weight two as two', () => {
    const some = observations.slice(0, 300);
    const doubled = some.map((sample, index) => ({ ...sample, weight: index < 100 ? 2 : 1 }));
    // The penalty is against as many observations as were given.
    const weighted = fitLogistic(doubled, { l2: 0.3 });
    const repeated = fitLogistic([...some, ...some.slice(0, 100)], { l2: 0.4 });
    expect(weighted.weights['gap']).toBeCloseTo(repeated.weights['gap'] ?? 0, 5);
    expect(weighted.intercept).toBeCloseTo(repeated.intercept, 4);
  });

  test('keeps weights finite where a feature separates the labels, and smaller the more they cost', () => {
    const apart = [1, 2, 3, 4].map((value) => ({ features: { value }, label: value > 2 }));
    const [free, costly] = [0.01, 10].map((l2) => fitLogistic(apart, { l2 }).weights['value'] ?? Number.NaN);
    expect(free).toBeLessThan(100);
    expect(costly).toBeGreaterThan(0);
    expect(costly).toBeLessThan((free ?? 0) / 5);
  });
});

describe('calibration', () => {
  test('is the distance between what was said and what came, by tenths', () => {
    const predictions = [
      { likelihood: 0.95, isRight: true },
      { likelihood: 1, isRight: false },
      { likelihood: 0.12, isRight: false },
      { likelihood: 0.18, isRight: false },
    ];
    expect(calibrationError(predictions)).toBeCloseTo(0.5 * 0.475 + 0.5 * 0.15, 12);
    expect(binPredictions(predictions).map(({ count }) => count)).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0, 2]);
  });

  test('tells right from wrong by order alone, ties counting half', () => {
    const of = (right: number[], wrong: number[]) => [
      ...right.map((likelihood) => ({ likelihood, isRight: true })),
      ...wrong.map((likelihood) => ({ likelihood, isRight: false })),
    ];
    expect(areaUnderCurve(of([0.9, 0.8], [0.1, 0.2]))).toBe(1);
    expect(areaUnderCurve(of([0.3], [0.3]))).toBe(0.5);
    expect(areaUnderCurve(of([0.9, 0.2], [0.5, 0.1]))).toBe(0.75);
    expect(areaUnderCurve(of([0.4], []))).toBeNaN();
  });
});
