import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useConnection, useGateway } from '#src/api/gateway-context.tsx';
import type { Intake } from './intake.ts';
import { createIntake } from './intake.ts';

// One a connection for as long as the dashboard runs: uploads go on while another page is open.
const intakes = new WeakMap<QueryClient, Map<string, Intake>>();

function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

export function useIntake(): Intake {
  const owner = useQueryClient();
  const gateway = useGateway();
  const { id } = useConnection();
  const byConnection = intakes.get(owner) ?? new Map<string, Intake>();
  intakes.set(owner, byConnection);
  const intake = byConnection.get(id) ?? createIntake(gateway, id, tabStorage());
  byConnection.set(id, intake);
  useEffect(() => intake.adopt(gateway), [intake, gateway]);
  return intake;
}

export function useIntakeState(intake: Intake) {
  return useSyncExternalStore(intake.subscribe, intake.get);
}
