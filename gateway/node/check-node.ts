const OLDEST = 24;

/** Ends the process with a clear message on a Node that cannot run the gateway. */
export function checkNode(version: string = process.versions.node): void {
  if (Number(version.split('.')[0]) >= OLDEST) return;
  console.error(
    `Fihrist needs Node ${OLDEST} or newer; this is Node ${version}. Run "npm ci" and start it with "npm start", ` +
      `or install Node ${OLDEST} from https://nodejs.org.`,
  );
  process.exit(1);
}
