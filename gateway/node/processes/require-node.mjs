// Loaded before the first .ts file: an older Node could not read that one to say what is missing.
const OLDEST = 24;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(
    `Fihrist needs Node ${OLDEST} or newer; this is Node ${process.versions.node}. Run "npm ci" and start it with ` +
      `"npm start", or install Node ${OLDEST} from https://nodejs.org.`,
  );
  process.exit(1);
}
