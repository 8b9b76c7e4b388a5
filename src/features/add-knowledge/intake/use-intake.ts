import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useCapabilities, useConnection, useGateway } from '#src/api/hooks/gateway-context.tsx';
import { createIntake, type Intake } from './create-intake.ts';

// One intake per connection for as long as the dashboard runs: uploads go on while another page is open.
const intakesByClient = new WeakMap<QueryClient, Map<string, Intake>>();

function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

export function useIntake(): Intake {
  const queryClient = useQueryClient();
  const gateway = useGateway();
  const { id } = useConnection();
  const capabilities = useCapabilities();
  const byConnection = intakesByClient.get(queryClient) ?? new Map<string, Intake>();
  intakesByClient.set(queryClient, byConnection);
  const intake = byConnection.get(id) ?? createIntake(gateway, id, tabStorage());
  byConnection.set(id, intake);
  useEffect(() => intake.setGateway(gateway, capabilities), [intake, gateway, capabilities]);
  return intake;
}

export function useIntakeState(intake: Intake) {
  return useSyncExternalStore(intake.subscribe, intake.get);
}
