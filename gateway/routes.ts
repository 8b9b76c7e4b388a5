import { describeApi, type OpenApiDocument } from '#contract/openapi/describe-api.ts';
import { OPERATION_IDS, OPERATIONS } from '#contract/operations/index.ts';
import { type AnswerOf, type Handlers, routesOf } from './http/call.ts';
import type { Ports } from './ports.ts';

/** What a module says of itself in the answer of `capabilities`; limits and models of several are put together. */
export type OwnCapabilities = Omit<
  AnswerOf<'capabilities'>,
  'name' | 'version' | 'modelFamily' | 'extensions'
>;

/** Operations that are about the whole gateway. */
export function gatewayRoutes(
  { settings }: Pick<Ports, 'settings'>,
  readCapabilities: (ports: Ports, botId: number) => Promise<OwnCapabilities>,
): Pick<Handlers, 'capabilities' | 'openApi'> {
  const { name, version, modelFamily } = settings;
  const extensions = OPERATION_IDS.filter((id) => OPERATIONS[id].kind === 'extension');
  let description: OpenApiDocument | undefined;
  return routesOf<Ports>()({
    async capabilities({ ports, botId }) {
      const own = await readCapabilities(ports, botId);
      return { answer: { name, version, modelFamily, ...own, extensions } };
    },

    async openApi({ origin }) {
      // Made once: anybody may ask for it, and no key limits how often.
      description ??= describeApi({ name, version, modelFamily, url: origin });
      return { answer: { ...description, servers: [{ url: origin }] } };
    },
  });
}
