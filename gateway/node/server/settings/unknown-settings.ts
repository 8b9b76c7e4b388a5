import { editDistance } from '#gateway/core/edit-distance.ts';

const PREFIX = 'FIHRIST_';
/** Variables that are not settings of a server: those of tests, and the key of `fihrist check` and `fihrist test`. */
const OTHER_VARIABLES = /^FIHRIST_(?:TEST_\w+|CHECK_KEY)$/;
/**
 * What Kubernetes sets in every container for a Service named `fihrist` or `fihrist-...`: `FIHRIST_SERVICE_HOST`,
 * `FIHRIST_SERVICE_PORT_HTTP`, `FIHRIST_PORT_80_TCP_ADDR`; and `FIHRIST_PORT=tcp://10.0.0.7:80`.
 */
const SERVICE_VARIABLE =
  /^FIHRIST_(?:\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
const isServiceAddress = (name: string, value: string): boolean =>
  name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value);

/** Names of our prefix that are no setting, each with the setting whose name comes nearest. */
export function explainUnknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): { name: string; message: string }[] {
  return Object.entries(environment)
    .filter(
      ([name, value = '']) =>
        name.startsWith(PREFIX) &&
        !settings.includes(name) &&
        !OTHER_VARIABLES.test(name) &&
        !SERVICE_VARIABLE.test(name) &&
        !isServiceAddress(name, value),
    )
    .map(([name]) => ({ name, message: `is not a setting. Did you mean ${findNearest(name, settings)}?` }));
}

/** Without the prefix, so that `FIHRIST_PROT` finds `PORT`. */
function findNearest(name: string, settings: readonly string[]): string {
  const distanceTo = (setting: string) => editDistance(name.replace(PREFIX, ''), setting.replace(PREFIX, ''));
  return settings.reduce((nearest, setting) =>
    distanceTo(setting) < distanceTo(nearest) ? setting : nearest,
  );
}
