import { act, screen } from '@testing-library/react';
import { Profiler, useEffect } from 'react';
import { expect, test } from 'vitest';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { useGateway } from '#src/api/hooks/gateway-context.tsx';
import { KnowledgePage } from '#src/features/knowledge/knowledge-page.tsx';
import { SynonymsPage } from '#src/features/synonyms/synonyms-page.tsx';
import { openDashboard } from '#tests/support/open-dashboard.tsx';

/** Each renders the page where the context of its client changes with it. */
const RESPONSES = 20;

test.each([
  ['Knowledge', KnowledgePage],
  ['Synonyms', SynonymsPage],
])('%s renders nothing for responses of which only the frame shows anything', async (_, Page) => {
  let commits = 0;
  let gateway: GatewayClient | undefined;
  function Profiled() {
    const client = useGateway();
    useEffect(() => {
      gateway = client;
    }, [client]);
    return (
      <Profiler id="page" onRender={() => (commits += 1)}>
        <Page />
      </Profiler>
    );
  }
  await openDashboard({ at: '/', shell: true, language: 'ar', page: Profiled });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  // The frame shows what its own calls reported.
  expect(await screen.findByRole('meter', { name: /./u })).toBeVisible();
  expect(commits).toBeGreaterThan(0);
  commits = 0;
  // Nothing is awaited in between: answers that are still on their way would render the page, too.
  for (let used = 1; used <= RESPONSES; used++)
    act(() => void gateway?.http.reportConsumption(`${used}/${RESPONSES}`));
  expect(screen.getByRole('meter', { name: /./u })).toHaveAttribute('aria-valuenow', '100');
  expect(commits).toBeLessThan(RESPONSES / 2);
});
