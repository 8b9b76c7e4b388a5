import { GAP_DAYS } from '#contract/gaps.ts';
import { ANSWER_BANDS } from '#contract/headers.ts';
import { addDays, printDay, startOfDay, zoneHourAt } from '#gateway/core/calendar/zone-day.ts';
import { before, DAY_MS } from '#gateway/core/clock.ts';
import { omitUndefined } from '#gateway/core/omit-undefined.ts';
import { routesOf } from '#gateway/http/call.ts';
import type { Ports } from '#gateway/modules/runs/ports/ports.ts';
import { countCitations } from '#gateway/modules/runs/services/count-citations.ts';
import { groupQuestions } from '#gateway/modules/runs/services/group-questions.ts';
import { readableOrigin } from '#gateway/modules/runs/services/readable-run.ts';
import { zoneOf } from '#gateway/modules/usage/services/date-range.ts';

/** Runs that are looked at, the newest of the days. */
const MAX_GROUPED_RUNS = 2000;
const MAX_CITING_RUNS = 1000;
/** Runs that a group names. */
const RUNS_PER_GROUP = 20;

const since = ({ clock }: Pick<Ports, 'clock'>): Date => before(clock.now(), GAP_DAYS * DAY_MS);

/** What kept questions say of the knowledge (extension). */
export const gapRoutes = routesOf<Ports>()({
  async listGaps({ ports, botId, key, query: { offset, limit } }) {
    const runs = await ports.runs.unanswered(botId, {
      since: since(ports),
      // One more tells whether older runs were left out.
      limit: MAX_GROUPED_RUNS + 1,
      ...omitUndefined({ origin: readableOrigin(key) }),
    });
    const newest = runs.slice(0, MAX_GROUPED_RUNS);
    const groups = groupQuestions(newest);
    const items = groups.slice(offset, offset + limit).map(({ question, runs: ofGroup }) => ({
      question,
      times: ofGroup.length,
      notFound: ofGroup.filter(({ band }) => band === 'not-found').length,
      lastOn: (ofGroup[0]?.askedOn ?? ports.clock.now()).toISOString(),
      runs: ofGroup.slice(0, RUNS_PER_GROUP).map(({ id, question: wording, askedOn, band }) => {
        return { id, question: wording, askedOn: askedOn.toISOString(), band };
      }),
    }));
    const { keptPercent = 0 } = (await ports.bots.getCached(botId))?.settings ?? {};
    const isOfBoth = readableOrigin(key) === undefined;
    const programs = isOfBoth && (keptPercent > 0 || newest.some(({ origin }) => origin === 'program'));
    const partial = runs.length > newest.length;
    return { answer: { items, total: groups.length, read: newest.length, partial, programs } };
  },

  async citedUnits({ ports, botId }) {
    const limit = MAX_CITING_RUNS + 1;
    const runs = await ports.runs.newestDetails(botId, { since: since(ports), limit });
    const newest = runs.slice(0, MAX_CITING_RUNS);
    const citations = countCitations(newest, await ports.units.listSearchable(botId));
    return { answer: { ...citations, read: newest.length, partial: runs.length > newest.length } };
  },

  async bandsByDay({ ports, botId }) {
    const zone = await zoneOf(ports, botId);
    const { day: today } = zoneHourAt(zone, ports.clock.now());
    const days = Array.from({ length: GAP_DAYS }, (_, index) => addDays(today, index + 1 - GAP_DAYS));
    const counted = await ports.runs.countBands(botId, startOfDay(zone, days[0] ?? today));
    const counts = new Map<string, number>();
    let total = 0;
    for (const { band, from, runs } of counted) {
      const key = `${band} ${zoneHourAt(zone, from).day}`;
      counts.set(key, (counts.get(key) ?? 0) + runs);
      total += runs;
    }
    const series = [...ANSWER_BANDS, null].map((band) => ({
      band,
      counts: days.map((day) => counts.get(`${band} ${day}`) ?? 0),
    }));
    return { answer: { zone, days: days.map(printDay), series, total } };
  },
});
