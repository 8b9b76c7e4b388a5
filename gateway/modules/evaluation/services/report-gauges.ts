import type { GaugeReader, GaugeValue } from '#gateway/core/gauges.ts';
import { BOT_OWNERS } from '#gateway/modules/evaluation/model.ts';
import type { Ports } from '#gateway/modules/evaluation/ports/ports.ts';

/** Open reports of the first bots. */
export const reportGauges: GaugeReader<Pick<Ports, 'bots' | 'reports'>> = {
  gauges: { reports_open: { help: 'Reports of wrong answers that are open.', labels: ['bot'] } },
  async read({ bots, reports }, maxBots) {
    const values: GaugeValue[] = [];
    for (const { id } of (await bots.all()).slice(0, maxBots)) {
      const { open } = await reports.count(id, { owners: [BOT_OWNERS.id], reporter: '' });
      values.push({ name: 'reports_open', labels: { bot: String(id) }, value: open });
    }
    return values;
  },
};
