import { expect, test } from 'vitest';
import { createGatewayClient } from '#src/api/client/gateway-client.ts';
import { createIntake } from '#src/features/add-knowledge/intake/create-intake.ts';
import { CONNECTION } from '#tests/support/api-client.ts';

function openBusy() {
  const refused = () =>
    Response.json({ StatusCode: 429, Response: 'مشغول', Consumption: '1/9' }, { status: 429 });
  const client = createGatewayClient(CONNECTION, { fetch: () => Promise.resolve(refused()) });
  const intake = createIntake(client, 'test', undefined);
  const [item] = intake.addUrls(['https://example.org/صفحة']);
  const key = item?.key ?? '';
  const group = { key, kind: 'url', items: intake.get().items, title: 'صفحة', description: '' } as const;
  return { intake, key, register: (repeats?: number) => intake.register([group], { repeats }) };
}

test('plans to register again what a busy gateway refused, twice at most', async () => {
  const { intake, key, register } = openBusy();
  await register();
  expect(intake.get().registrations[key]).toMatchObject({
    repeats: 0,
    repeatAt: expect.any(Number) as number,
  });
  await register(1);
  expect(intake.get().registrations[key]).toMatchObject({
    repeats: 1,
    repeatAt: expect.any(Number) as number,
  });
  await register(2);
  expect(intake.get().registrations[key]).toMatchObject({ step: 'failed', repeats: 2, repeatAt: undefined });
});

test('leaves it to a person who cancels', async () => {
  const { intake, key, register } = openBusy();
  await register();
  intake.stopRepeat(key);
  expect(intake.get().registrations[key]).toMatchObject({ step: 'failed', repeatAt: undefined });
});
