import type { ProcessState } from '#gateway/modules/fleet/ports/processes.ts';
import type { Command } from '#gateway/node/operate/cli/context/command.ts';
import { withStores } from '#gateway/node/operate/cli/context/open-data.ts';
import { printMoment, printTable } from '#gateway/node/operate/cli/context/print-table.ts';

export const processes: Command = {
  name: 'processes',
  argNames: [],
  summary: 'list the live processes and what each of them holds',
  details: `A server answers calls, an indexer indexes units, a command is one of these. TASKS are what one process of all
does at a time; LEASES are units being indexed, CALLS are calls that hold quota.`,
  async run(call) {
    const live = await withStores(call, async ({ processes: store }) =>
      (await store.list()).filter(({ id }) => id !== store.ownId),
    );
    if (live.length === 0) call.printLine('No process is running.');
    else
      call.printLine(
        printTable(
          ['ROLE', 'VERSION', 'STARTED', 'SEEN', 'TASKS', 'LEASES', 'CALLS', 'NAME'],
          live.map(rowOf),
        ),
      );
    call.printJson(
      live.map(({ startedOn, seenOn, ...rest }) => ({
        ...rest,
        startedOn: startedOn.toISOString(),
        seenOn: seenOn.toISOString(),
      })),
    );
  },
};

const rowOf = ({ role, version, startedOn, silentMs, tasks, leases, reservations, name }: ProcessState) => [
  role,
  version || '-',
  printMoment(startedOn),
  `${Math.round(silentMs / 1000)} s ago`,
  tasks.join(',') || '-',
  String(leases),
  String(reservations),
  name || '-',
];
