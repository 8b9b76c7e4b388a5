/** The playground over a gateway that knows the same in two languages, with a question in its address. */
import { screen, within } from '@testing-library/react';
import { paths } from '#src/paths.ts';
import type { TestGateway } from './gateway.ts';
import { type Dashboard, openDashboard } from './open-dashboard.tsx';
import { startUser } from './user.ts';

export const RETURNS = `# Returns and exchanges

## Return window

A customer may return a product within 14 days of the day the order is received.

## Return shipping fees

The company pays the return shipping if the product is damaged. Otherwise the customer pays a fixed 20 riyals.
`;
export const DALEEL = `# الإرجاع والاستبدال

## مهلة الإرجاع

يحق للعميل إرجاع المُنتَج خلال 14 يومًا من تاريخ استلام الطلب.

## رسوم شحن الإرجاع

تتحمل الشركة رسوم الشحن إذا كان المنتج تالفًا، وفي غير ذلك يتحمل العميل 20 ريالًا.
`;
export const QUESTION = 'Who pays for the return shipping?';

export async function teach(gateway: TestGateway) {
  await gateway.addUnit('Returns', RETURNS);
  await gateway.addUnit('دليل العملاء', DALEEL);
  await gateway.indexAll();
}

export const openPlayground = (options: Partial<Parameters<typeof openDashboard>[0]> = {}) =>
  openDashboard({
    at: paths.playground({ question: QUESTION, index: ['Returns'] }),
    prepare: teach,
    ...options,
  });
export const ask = async (name = 'Ask') => startUser().click(await screen.findByRole('button', { name }));
export const documents = async (name = 'Retrieved passages') => {
  const pane = await screen.findByRole('region', { name });
  await within(pane).findAllByRole('listitem');
  return within(pane)
    .getAllByRole('listitem')
    .filter(({ parentElement }) => parentElement?.tagName === 'OL');
};
export const askRequests = ({ requests }: Dashboard) =>
  requests.filter(({ url }) => /\/RAG\/.*Answer$/u.test(url));
