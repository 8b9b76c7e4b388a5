import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { GatewayClient } from '#src/api/client/gateway-client.ts';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { createIntake, type Intake } from './create-intake.ts';
import { spaceCalls } from './space-calls.ts';

// One intake per connection for as long as the dashboard runs: uploads go on while another page is open.
const intakesByClient = new WeakMap<QueryClient, Map<string, Intake>>();

function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/** An intake whose draft is saved when the tab closes, whichever page is open at that time. */
function openIntake(gateway: GatewayClient, id: string): Intake {
  const intake = createIntake(gateway, id, tabStorage());
  globalThis.addEventListener('pagehide', intake.saveNow);
  return intake;
}

export function useIntake(): Intake {
  const queryClient = useQueryClient();
  const gateway = useGateway();
  const { id } = useConnection();
  const capabilities = useCapabilities();
  const byConnection = intakesByClient.get(queryClient) ?? new Map<string, Intake>();
  intakesByClient.set(queryClient, byConnection);
  const intake = byConnection.get(id) ?? openIntake(gateway, id);
  byConnection.set(id, intake);
  useEffect(() => intake.setGateway(gateway, capabilities), [intake, gateway, capabilities]);
  useEffect(() => () => intake.saveNow(), [intake]);
  return intake;
}

/** Uploads of many small files change the state hundreds of times a second. */
const RENDER_INTERVAL_MS = 250;

function subscribeSpaced(intake: Intake, listener: () => void): () => void {
  const { call, stop } = spaceCalls(listener, RENDER_INTERVAL_MS);
  const unsubscribe = intake.subscribe(call);
  return () => {
    stop();
    unsubscribe();
  };
}

export function useIntakeState(intake: Intake) {
  const subscribe = useCallback((listener: () => void) => subscribeSpaced(intake, listener), [intake]);
  return useSyncExternalStore(subscribe, intake.get);
}
