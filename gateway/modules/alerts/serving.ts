import type { RefusedCall } from '#gateway/core/call-outcomes.ts';
import type { ServingDefinition } from '#gateway/module-definition.ts';
import { alertRoutes } from './routes/alerts.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { type Alerts, createAlerts } from './services/alerts.ts';

interface Services {
  alerts: Alerts;
}

export const serving = {
  services: { alerts: (ports: Parameters<typeof createAlerts>[0]) => createAlerts(ports) },
  handlers: ({ alerts }: Services) => ({ ...alertRoutes(alerts), ...webhookRoutes(alerts) }),
  work: ({ alerts }: Services, signal: AbortSignal) => alerts.run(signal),
  onRefused: ({ alerts }: Services, { botId, ledger, error, family }: RefusedCall) =>
    alerts.recordRejection(botId, ledger, error, family),
  onBotChanged: ({ alerts }: Services, botId: number) => alerts.scheduleCheck(botId),
} satisfies ServingDefinition;
