import type { Consumption } from '#contract/envelope.ts';
import type { Ledger } from '#contract/usage.ts';
import type { GatewayClient } from '#src/api/gateway-client.ts';
import type { VoiceRun } from './run.ts';
import type { VoiceSettings } from './settings.ts';

/** What a step needs to do its work; `change` applies to the run that it belongs to. */
export type Work = {
  gateway: GatewayClient;
  signal: AbortSignal;
  settings: VoiceSettings;
  sessionId: string;
  /** Whether the gateway tells in a stream who answers. */
  detailed: boolean;
  change: (next: (run: VoiceRun) => VoiceRun) => void;
  /** The quota as it was last read, for what a call moves it by. */
  quotaOf: (ledger: Ledger) => Consumption | undefined;
};
