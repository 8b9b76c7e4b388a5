import type { Alert as AlertView } from '#contract/alerts.ts';
import { routesOf } from '#gateway/http/call.ts';
import type { Alert, AlertRule } from '#gateway/modules/alerts/ports/alerts.ts';
import type { Ports } from '#gateway/modules/alerts/ports/ports.ts';
import { DEFAULT_RULES, normaliseRules } from '#gateway/modules/alerts/services/alert-conditions.ts';
import type { Alerts } from '#gateway/modules/alerts/services/alerts.ts';

/** What a bot's owners are told of, and what they want to be told of. */
export function alertRoutes(alerts: Alerts) {
  return routesOf<Ports>()({
    async listAlerts({ ports, botId, query: { state, offset, limit } }) {
      const onlyOpen = state === 'active';
      const { items, total, open } = await ports.alerts.list(botId, { onlyOpen, offset, limit });
      return { answer: { items: items.map(toApiAlert), total, active: open } };
    },

    async alertsOfBots({ ports, key, query }) {
      const { items, total } = await ports.alerts.listOpen(key.allBots ? 'all' : key.bots, query);
      return { answer: { items: items.map((alert) => ({ ...toApiAlert(alert), ...botOf(alert) })), total } };
    },

    async alertRules({ ports, botId }) {
      return { answer: { rules: [...((await ports.alerts.rules(botId)) ?? DEFAULT_RULES)] } };
    },

    async setAlertRules({ ports, botId, body, audit }) {
      const before = (await ports.alerts.rules(botId)) ?? DEFAULT_RULES;
      const rules = normaliseRules(body.rules);
      await ports.alerts.setRules(botId, rules);
      audit({
        subject: { kind: 'alert-rules', id: String(botId), name: '' },
        before: { rules: before.map(formatRule) },
        after: { rules: rules.map(formatRule) },
      });
      await alerts.checkBot(botId);
      return { answer: { rules } };
    },
  });
}

function formatRule({ kind, ledger, threshold, enabled }: AlertRule): string {
  return [kind, ledger ?? '', threshold ?? '', enabled ? '' : 'off'].filter((part) => part !== '').join(' ');
}

const botOf = ({ botId, botName }: { botId: number; botName: string }) => ({ botId, botName });

function toApiAlert({ id, kind, ledger, threshold, firedOn, clearedOn, details }: Alert): AlertView {
  return {
    id,
    kind,
    ledger,
    threshold,
    firedOn: firedOn.toISOString(),
    clearedOn: clearedOn?.toISOString() ?? null,
    details,
  };
}
