import type { EndpointId } from '#contract/endpoints.ts';
import type * as z from 'zod/mini';
import type { Call, Result } from './call.ts';

/** How one endpoint is served. */
export interface Binding {
  /** Shape of a JSON body. */
  body?: z.ZodMiniType;
  /** Shape of the query. */
  query?: z.ZodMiniType;
  handle(call: Call<never, never>): Promise<Result>;
}

/** Every endpoint of the registry has one, or types fail. */
export type Bindings = Record<EndpointId, Binding>;

type Out<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

/** Ties the shapes of an endpoint to the handler that gets them parsed. */
export function bind<
  Body extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniType | undefined = undefined,
>(binding: {
  body?: Body;
  query?: Query;
  handle(call: Call<Out<Body>, Out<Query>>): Promise<Result>;
}): Binding {
  return binding as Binding;
}
