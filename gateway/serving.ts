import type { FailedCall, RefusedCall } from './core/call-outcomes.ts';
import type { Handlers } from './http/call.ts';
import { type JobNaming, nameJobs } from './job-names.ts';
import type { Intersection, ServingDefinition } from './module-definition.ts';
import { MODULES, type Module } from './modules.ts';
import type { Ports } from './ports.ts';
import { gatewayRoutes, type OwnCapabilities } from './routes.ts';

type Serving = Awaited<ReturnType<Extract<Module, { serving: unknown }>['serving']>>['serving'];
type Results<One, Name extends string> =
  One extends Record<Name, (...given: never[]) => infer Result> ? Awaited<Result> : never;
type OwnServices<One> = One extends { services: infer Creators }
  ? {
      [Name in keyof Creators]: Creators[Name] extends (...given: never[]) => infer Service ? Service : never;
    }
  : never;

/** The live parts of all modules, one of each a process. */
export type Services = Intersection<OwnServices<Serving>>;
type AllServices = Services & { reportBotChange(botId: number): void; nameJobs: JobNaming };

/** All that answers calls. */
export interface Served {
  services: Services;
  /** One for every operation: an operation without a handler does not compile. */
  handlers: Handlers;
  /** The ports of one call, whose reports carry the request id. */
  portsOfCall: (ports: Ports, requestId: string) => Ports;
  onRefused: (call: RefusedCall) => void;
  onFailed: (call: FailedCall) => void;
  /** Works in the background until aborted. */
  work(signal: AbortSignal): Promise<void>;
}

/** Loads what answers the calls of all modules. Services that are given take the place of those that are made otherwise. */
export async function serveModules(
  ports: Ports,
  given: Partial<Services> = {},
  closing?: AbortSignal,
): Promise<Served> {
  const loaded = await Promise.all(
    MODULES.flatMap((module): Promise<{ serving: Serving }>[] =>
      'serving' in module ? [module.serving()] : [],
    ),
  );
  const modules: readonly ServingDefinition<Ports, AllServices>[] = loaded.map(({ serving }) => serving);
  const services = { ...given } as AllServices & Record<string, object>;
  services.reportBotChange = (botId) => modules.forEach((module) => module.onBotChanged?.(services, botId));
  services.nameJobs = (jobs) => nameJobs(ports, jobs);
  for (const { services: creators = {} } of modules)
    for (const [name, create] of Object.entries(creators))
      services[name] ??= create(ports, services, closing);

  const readCapabilities = async (ports: Ports, botId: number): Promise<OwnCapabilities> => {
    const parts = await Promise.all(
      modules.map(async (module) => (await module.capabilities?.(ports, botId)) ?? {}),
    );
    return mergeFields(parts) as Intersection<Results<Serving, 'capabilities'>>;
  };
  return {
    services,
    handlers: Object.assign(
      gatewayRoutes(ports, readCapabilities),
      ...modules.map((module) => module.handlers?.(services, ports)),
    ) as Intersection<Results<Serving, 'handlers'>> & ReturnType<typeof gatewayRoutes>,
    portsOfCall: (ports, requestId) =>
      Object.assign({}, ports, ...modules.map((module) => module.portsOfCall?.(ports, requestId))) as Ports,
    onRefused: (call) => modules.forEach((module) => module.onRefused?.(services, call)),
    onFailed: (call) => modules.forEach((module) => module.onFailed?.(services, call)),
    work: async (signal) =>
      void (await Promise.all(modules.map(async (module) => module.work?.(services, signal)))),
  };
}

/** Objects of the same name are put together. */
function mergeFields(parts: readonly object[]): object {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part)))
    merged[name] =
      Array.isArray(value) || typeof value !== 'object' ? value : { ...(merged[name] as object), ...value };
  return merged;
}
