import type { Consumption } from '#contract/envelope.ts';
import { fetchCapabilities } from '#src/api/client/capabilities.ts';
import { createGatewayClient, type GatewayClient } from '#src/api/client/gateway-client.ts';
import { createLocalCatalogue, type LocalCatalogue } from '#src/api/stores/local-catalogue.ts';
import type { Connection } from '#src/api/transport/connection.ts';
import type { Fetch } from '#src/api/transport/http-client.ts';
import { checkAnswer } from './check-answer.ts';
import type { Deviation } from './foreign-gateway.ts';
import { createTestGateway, ORIGIN, TEST_KEY, type TestGateway, type TestGatewayOptions } from './gateway.ts';

export const CONNECTION: Connection = {
  id: 'test',
  name: '',
  baseUrl: ORIGIN,
  key: TEST_KEY,
  bot: '1',
  modelFamily: 'Model',
  remember: false,
  madeByCode: false,
};

/** The gateway's own fetch, perhaps bent. */
export function fetchOf(gateway: TestGateway, deviation?: Deviation, calls: string[] = []): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    const pass = async (instead = request) =>
      checkAnswer(instead.method, new URL(instead.url).pathname, await gateway.app.fetch(instead));
    return deviation === undefined ? pass() : deviation(request, pass);
  };
}

export interface ApiStory {
  gateway: TestGateway;
  client: GatewayClient;
  reported: Consumption[];
  /** Method and path of every call, in order. */
  calls: string[];
  catalogue: LocalCatalogue;
  /** What became of calls that were not announced: operation and whether it was served. */
  tried: [string, boolean][];
}

/** The dashboard's client against a whole gateway, over nothing but a function call. */
export async function createApiStory(
  options: TestGatewayOptions & { deviation?: Deviation; connection?: Partial<Connection> } = {},
): Promise<ApiStory> {
  const { deviation, connection, ...gatewayOptions } = options;
  const gateway = await createTestGateway(gatewayOptions);
  const reported: Consumption[] = [];
  const calls: string[] = [];
  const catalogue = createLocalCatalogue(CONNECTION, undefined);
  const tried: ApiStory['tried'] = [];
  const client: GatewayClient = createGatewayClient(
    { ...CONNECTION, ...connection },
    {
      fetch: fetchOf(gateway, deviation, calls),
      onConsumption: (consumption) => reported.push(consumption),
      readCapabilities: () => fetchCapabilities(client),
      catalogue,
      onCallTried: (id, served) => void tried.push([id, served]),
    },
  );
  return { gateway, client, reported, calls, catalogue, tried };
}

export const GUIDE = `# دليل المتجر

## مهلة الإرجاع

يحق للعميل إرجاع المنتج خلال 15 يومًا من تاريخ الاستلام.

## رسوم التوصيل

رسوم التوصيل داخل المدينة 20 ريالًا.
`;
export const TITLE = 'دليل المتجر';
