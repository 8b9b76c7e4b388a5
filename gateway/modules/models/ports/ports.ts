import type { GatewaySettings } from '#gateway/core/settings.ts';
import type { Ports as PortsBelow } from '#gateway/modules/files/ports/ports.ts';
import type { ModelPurpose, ModelServer } from '#gateway/modules/models/model.ts';
import type { ModelClient, ModelServerStore } from './models.ts';

/** The ports of `models` and of what lies below. */
export interface Ports extends PortsBelow {
  settings: GatewaySettings & {
    /** Model servers that the environment names; what is saved for a bot or for all comes before them. */
    modelServers: Partial<Record<ModelPurpose, ModelServer>>;
  };
  modelServers: ModelServerStore;
  /** Calls model servers. */
  models: ModelClient;
}
