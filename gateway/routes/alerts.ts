import { type Alert as AlertView, alertListQuerySchema, alertRulesSchema } from '#contract/alerts.ts';
import { bind, type Binding } from '#gateway/middleware/bind.ts';
import type { Call } from '#gateway/middleware/call.ts';
import type { Alert, AlertRule } from '#gateway/ports.ts';
import { DEFAULT_RULES, tidyRules } from '#gateway/services/alerts/alert-rules.ts';
import type { Alerts } from '#gateway/services/alerts/alerts.ts';

/** What a bot's owners are told of, and what they want to be told of. */
export function alertRoutes(alerts: Alerts) {
  return {
    listAlerts: bind({
      query: alertListQuerySchema,
      async handle({ ports, botId, query: { state, offset, limit } }) {
        const onlyOpen = state === 'active';
        const { items, total, open } = await ports.alerts.list(botId, { onlyOpen, offset, limit });
        return { response: { items: items.map(alertToWire), total, active: open } };
      },
    }),

    alertRules: bind({
      async handle({ ports, botId }) {
        return { response: { rules: (await ports.alerts.rules(botId)) ?? DEFAULT_RULES } };
      },
    }),

    setAlertRules: bind({
      body: alertRulesSchema,
      async handle({ ports, botId, body, audit }) {
        const before = (await ports.alerts.rules(botId)) ?? DEFAULT_RULES;
        const rules = tidyRules(body.rules);
        await ports.alerts.setRules(botId, rules);
        audit({
          subject: { kind: 'alert-rules', id: String(botId), name: '' },
          before: { rules: before.map(tellRule) },
          after: { rules: rules.map(tellRule) },
        });
        await alerts.look(botId);
        return { response: { rules } };
      },
    }),
  };
}

/** After what changes a bot its alerts are looked at: a quota that was raised clears them at once. */
export function lookAfter<Routes extends Record<string, Binding>>(alerts: Alerts, routes: Routes): Routes {
  const looking = Object.entries(routes).map(([id, binding]) => [
    id,
    {
      ...binding,
      async handle(call: Call<never, never>) {
        const result = await binding.handle(call);
        const botId = Number(call.values['id']);
        if (call.endpoint.audited && Number.isSafeInteger(botId)) alerts.changed(botId);
        return result;
      },
    },
  ]);
  return Object.fromEntries(looking) as Routes;
}

function tellRule({ kind, ledger, at, enabled }: AlertRule): string {
  return [kind, ledger ?? '', at ?? '', enabled ? '' : 'off'].filter((part) => part !== '').join(' ');
}

function alertToWire({ id, kind, ledger, at, firedOn, clearedOn, facts }: Alert): AlertView {
  return {
    id,
    kind,
    ledger,
    at,
    firedOn: firedOn.toISOString(),
    clearedOn: clearedOn?.toISOString() ?? null,
    facts,
  };
}
