import type { GaugeReader, GaugeValue } from '#gateway/core/gauges.ts';
import type { Ports } from '#gateway/modules/usage/ports/ports.ts';

const LABELS = ['bot', 'ledger'];

/** Quotas of the first bots. */
export const ledgerGauges: GaugeReader<Pick<Ports, 'bots' | 'ledger'>> = {
  gauges: {
    ledger_used: { help: 'Units of a ledger used in its period.', labels: LABELS },
    ledger_reserved: { help: 'Units held by calls under way.', labels: LABELS },
    ledger_granted: { help: 'Units granted for a period.', labels: LABELS },
  },
  async read({ bots, ledger: ledgers }, maxBots) {
    const values: GaugeValue[] = [];
    // One after the other: a scrape takes no more than one connection from the calls.
    for (const { id } of (await bots.all()).slice(0, maxBots))
      for (const { ledger, used, reserved, total } of await ledgers.all(id)) {
        const labels = { bot: String(id), ledger };
        values.push(
          { name: 'ledger_used', labels, value: used },
          { name: 'ledger_reserved', labels, value: reserved },
          { name: 'ledger_granted', labels, value: total },
        );
      }
    return values;
  },
};
