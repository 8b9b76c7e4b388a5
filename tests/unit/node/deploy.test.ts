/** What is in `deploy/` agrees with the server, and its files with each other. No engine and no cluster is asked. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseSettings, SETTING_NAMES } from '#gateway/node/server/settings/settings.ts';

interface Service {
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  stop_grace_period?: string;
  networks?: Record<string, { ipv4_address?: string }> | string[];
}
interface Compose {
  services: Record<string, Service>;
  secrets?: Record<string, { file: string }>;
}
type Probe = { httpGet: { port: string } };
interface Container {
  env: { name: string; value?: string }[];
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  ports: { name: string; containerPort: number }[];
}
interface Deployment {
  kind: string;
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsUser: number; fsGroup: number };
        containers: [Container];
      };
    };
  };
}

const readText = (path: string): string => readFileSync(join('deploy', path), 'utf8');
const yaml = <Content>(path: string): Content[] =>
  parseAllDocuments(readText(path), { merge: true }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw new Error(`${path}: ${problem.message}`);
    return document.toJS() as Content;
  });
const files = readdirSync('deploy', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.parentPath.includes('secrets'))
  .map((entry) => join(entry.parentPath, entry.name).slice('deploy/'.length));
const dockerfile = readText('Dockerfile');
const port = Number(/PORT=(\d+)/.exec(dockerfile)?.[1]);
const uid = Number(/--uid (\d+)/.exec(dockerfile)?.[1]);
const [compose] = yaml<Compose>('compose.yaml') as [Compose];
const deployments = ['gateway', 'indexer'].map(
  (name) =>
    yaml<Deployment>(`kubernetes/${name}.yaml`).find(({ kind }) => kind === 'Deployment') as Deployment,
);
const sharedSettings = Object.fromEntries(
  [...readText('kubernetes/settings.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);
const settingsOf = ({ env }: Container): Record<string, string> => ({
  ...sharedSettings,
  ...Object.fromEntries(env.map(({ name, value = 'pod' }) => [name, value])),
});

test('every mentioned setting exists', () => {
  const texts = [...files.map(readText), readFileSync('docs/scaling.md', 'utf8')];
  const mentioned = texts.flatMap((text) => text.match(/\bFIHRIST_[A-Z\d_]*[A-Z\d]\b/g) ?? []);
  expect(mentioned.length).toBeGreaterThan(30);
  expect([...new Set(mentioned)].filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
});

test('every program that is started exists', () => {
  const texts = [...files.map(readText), readFileSync('package.json', 'utf8')];
  const programs = texts.flatMap((text) => text.match(/\bgateway\/node\/[\w/-]+\.\w+/g) ?? []);
  expect(programs.length).toBeGreaterThan(10);
  expect(programs.filter((path) => !existsSync(path))).toEqual([]);
});

test('every YAML file can be read, and a server starts with its settings', () => {
  for (const file of files.filter((name) => name.endsWith('.yaml'))) expect(yaml(file)).not.toEqual([]);
  for (const { environment } of Object.values(compose.services).filter(({ secrets }) =>
    secrets?.includes('database'),
  ))
    parseSettings({ ...environment, FIHRIST_PUBLIC_URL: 'https://kb.example.com' });
  for (const { spec } of deployments) parseSettings(settingsOf(spec.template.spec.containers[0]));
});

test('ports and users are those of the image', () => {
  expect(dockerfile).toContain(`EXPOSE ${port}\n`);
  expect(dockerfile).toContain(`USER ${uid}:${uid}\n`);
  const [single] = yaml<Compose>('compose.single.yaml');
  expect(single?.services['fihrist']?.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  for (const { spec } of deployments) {
    const { containers, securityContext } = spec.template.spec;
    const ports = Object.fromEntries(
      containers[0].ports.map(({ name, containerPort }) => [name, containerPort]),
    );
    expect(ports['http']).toBe(port);
    expect(sharedSettings['FIHRIST_METRICS']).toBe(`0.0.0.0:${ports['metrics']}`);
    // On the product's port a probe waits behind a crowd.
    const { startupProbe, readinessProbe, livenessProbe } = containers[0];
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe])
      expect(httpGet.port).toBe('metrics');
    expect(securityContext).toMatchObject({ runAsUser: uid, fsGroup: uid });
  }
});

test('the load balancer of compose.yaml and the gateways know each other', () => {
  const gateways = Object.entries(compose.services).filter(
    ([, { environment }]) => environment?.['FIHRIST_ROLE'] === 'gateway',
  );
  const upstreams = /reverse_proxy (.+) \{/.exec(readText('compose/Caddyfile'))?.[1]?.split(' ');
  expect(upstreams).toEqual(gateways.map(([name]) => `${name}:${port}`));
  const front = compose.services['caddy']?.networks as Record<string, { ipv4_address?: string }>;
  for (const [, { environment }] of gateways)
    expect(environment?.['FIHRIST_TRUST_PROXY']).toBe(front['front']?.ipv4_address);
});

test('no container is killed while it drains', () => {
  const drained = Object.values(compose.services).filter(
    ({ environment }) => environment?.['FIHRIST_DRAIN_SECONDS'] !== undefined,
  );
  expect(drained).toHaveLength(2);
  for (const { environment, stop_grace_period: grace } of drained)
    expect(Number.parseInt(grace ?? '', 10)).toBeGreaterThan(
      2 * Number(environment?.['FIHRIST_DRAIN_SECONDS']) + 5,
    );
  for (const { spec } of deployments) {
    const { containers, terminationGracePeriodSeconds } = spec.template.spec;
    const drain = Number(settingsOf(containers[0])['FIHRIST_DRAIN_SECONDS'] ?? 0);
    expect(terminationGracePeriodSeconds).toBeGreaterThan(2 * drain + 5);
  }
});

test('every secret is made by the operator, and none is in a file here', () => {
  const madeNames = [...readText('compose/make-secrets.sh').matchAll(/\| keep ([\w-]+)$/gm)].map(
    ([, name]) => name,
  );
  for (const { secrets = [] } of Object.values(compose.services))
    for (const name of secrets) {
      expect(compose.secrets?.[name]?.file).toBe(`compose/secrets/${name}`);
      expect(madeNames).toContain(name);
    }
  const [example] = yaml<{ stringData: Record<string, string> }>('kubernetes/secrets.example.yaml');
  expect(new Set(Object.values(example?.stringData ?? {}))).toEqual(new Set(['REPLACE-ME']));
  expect(() => parseSettings({ FIHRIST_SEALING_KEY: 'REPLACE-ME' })).toThrow(/FIHRIST_SEALING_KEY/);
  const named = Object.entries(sharedSettings).filter(([name]) => name.endsWith('_FILE'));
  expect(named.map(([, path]) => path.split('/').at(-1) ?? '').toSorted()).toEqual(
    Object.keys(example?.stringData ?? {}).toSorted(),
  );
});

test('kustomization.yaml lists every manifest', () => {
  const [{ resources } = { resources: [] }] = yaml<{ resources: string[] }>('kubernetes/kustomization.yaml');
  const manifests = readdirSync('deploy/kubernetes').filter((name) => name.endsWith('.yaml'));
  expect([...resources, 'kustomization.yaml'].toSorted()).toEqual(manifests.toSorted());
});

test('programs that are started from files and scripts are there', () => {
  const { scripts, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'scripts' | 'bin',
    Record<string, string>
  >;
  const texts = [...files.map(readText), ...Object.values(scripts), ...Object.values(bin)];
  const programs = texts.flatMap(
    (text) => text.match(/\b(?:gateway|conformance|tests)\/[\w/-]+\.m?[jt]s\b/g) ?? [],
  );
  expect(programs.length).toBeGreaterThan(10);
  expect(programs.filter((path) => !existsSync(path))).toEqual([]);
});
