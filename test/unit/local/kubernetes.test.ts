/** deploy/kubernetes: valid by Kubernetes' own schemas, and as hardened as docker-compose.yml. No cluster is asked. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig, loadFilterConfig, loadWorkerConfig } from '../../../infra/config.js';
import { serviceEnvironment } from '../../../infra/environment.js';
import { nodeFlags } from '../../../local/node-flags.js';
import { TASK_QUEUES } from '../../../workflows/messages.js';
import { taskQueuesOf } from '../../../worker/queues.js';
import { TEST_ENCRYPTION_KEY } from '../../support/encryption-key.js';
import { KEDA_SCHEMAS } from '../../support/keda-schemas.js';

const root = 'deploy/kubernetes';

interface Container {
  image: string;
  command: string[];
  env?: { name: string; value?: string }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  securityContext: object;
  resources: { requests: object; limits: { memory: string } };
  livenessProbe?: object;
  readinessProbe?: object;
}
interface Manifest {
  kind: string;
  apiVersion: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        containers: [Container];
        securityContext: Record<string, unknown>;
        automountServiceAccountToken: boolean;
      };
    };
    selector: { matchLabels: Record<string, string> };
    scaleTargetRef: { name: string };
    minReplicaCount: number;
    triggers: { metadata: Record<string, string> }[];
  };
}
interface Kustomization {
  resources?: string[];
  components?: string[];
}

const files = globSync(`${root}/**/*.yaml`).toSorted((a, b) => (a < b ? -1 : 1));
const isKustomization = (file: string) => file.endsWith('/kustomization.yaml');
const manifests = files
  .filter((file) => !isKustomization(file))
  .flatMap((file) => parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Manifest));
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const workloads = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
const deployments = ofKind('Deployment');
const podOf = ({ spec }: Manifest) => spec.template.spec;
const containerOf = (manifest: Manifest) => podOf(manifest).containers[0];
const componentOf = ({ spec }: Manifest) => spec.template.metadata.labels['app.kubernetes.io/component'] ?? '';
const workers = deployments.filter((manifest) => componentOf(manifest).startsWith('worker-'));

/** What the secrets of docs/kubernetes.md hold. */
const SECRETS: Record<string, Record<string, string>> = {
  shelfwright: {
    DATABASE_URL: 'postgres://shelfwright:own-password@postgres:5432/shelfwright',
    S3_ACCESS_KEY: 'own-service',
    S3_SECRET_KEY: 'own-service-key',
    ENCRYPTION_KEYS: TEST_ENCRYPTION_KEY,
    SMTP_URL: 'smtp://mail:587',
  },
  'shelfwright-documents': {
    DATABASE_URL: 'postgres://shelfwright:own-password@postgres:5432/shelfwright',
    S3_ACCESS_KEY: 'own-service',
    S3_SECRET_KEY: 'own-service-key',
  },
  'shelfwright-readers': {
    S3_ISSUER_ACCESS_KEY: 'own-issuer',
    S3_ISSUER_SECRET_KEY: 'own-issuer-key',
    S3_SIGNER_ACCESS_KEY: 'own-signer',
    S3_SIGNER_SECRET_KEY: 'own-signer-key',
  },
  'shelfwright-setup': { S3_ROOT_ACCESS_KEY: 'own-root', S3_ROOT_SECRET_KEY: 'own-root-key' },
};
/** Where the pods have the certificates, they are of the tests. */
const CERTIFICATES = {
  '/etc/shelfwright/temporal/ca.pem': 'test/fixtures/certificates/authority.pem',
  '/etc/shelfwright/temporal/client.pem': 'test/fixtures/certificates/temporal.pem',
  '/etc/shelfwright/temporal/client-key.pem': 'test/fixtures/certificates/key.pem',
};

function environmentOf(manifest: Manifest): Record<string, string> {
  const { env = [], envFrom = [] } = containerOf(manifest);
  const config = ofKind('ConfigMap')[0]?.data ?? {};
  const sources = envFrom.map(({ configMapRef, secretRef }) =>
    configMapRef ? config : (SECRETS[secretRef?.name ?? ''] ?? {}),
  );
  const own = env.flatMap(({ name, value = config[name] }) => (value === undefined ? [] : [[name, value]]));
  const all = { ...Object.assign({}, ...sources), ...Object.fromEntries(own) } as Record<string, string>;
  const entries = Object.entries(all).map(([name, value]) => [
    name,
    CERTIFICATES[value as keyof typeof CERTIFICATES] ?? value,
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

describe('deploy/kubernetes', () => {
  test('each manifest is valid by the schema of its kind, which knows no other member', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema(JSON.parse(readFileSync('test/fixtures/kubernetes-schemas.json', 'utf8')) as object, 'kubernetes');
    const schemaOf = (kind: string) => KEDA_SCHEMAS[kind] ?? { $ref: `kubernetes#/$defs/${kind}` };
    const errorsOf = (manifest: Manifest) => {
      const validate = ajv.compile(schemaOf(manifest.kind));
      validate(manifest);
      return validate.errors?.map(({ instancePath, message, params }) => [instancePath, message, params]) ?? [];
    };
    expect(manifests.length).toBeGreaterThan(20);
    for (const manifest of manifests)
      expect([manifest.metadata.name, errorsOf(manifest)]).toEqual([manifest.metadata.name, []]);
    for (const kind of ['Deployment', 'NetworkPolicy', 'ScaledObject']) {
      const [first] = ofKind(kind);
      expect([kind, errorsOf({ ...first!, spec: { ...first!.spec, replica: 2 } as never })]).not.toEqual([kind, []]);
    }
  });

  test('each kustomization names files that are there, and every file is named', () => {
    const named = files.filter(isKustomization).flatMap((file) => {
      const { resources = [], components = [] } = parse(readFileSync(file, 'utf8')) as Kustomization;
      return [...resources, ...components].map((path) => normalize(join(dirname(file), path)));
    });
    for (const path of named) expect([path, existsSync(path)]).toEqual([path, true]);
    expect(files.filter((file) => !isKustomization(file) && !named.includes(file))).toEqual([]);
  });

  test('no container has a capability, a way to more privileges, a writable root or unlimited memory', () => {
    for (const manifest of workloads) {
      const { securityContext, automountServiceAccountToken } = podOf(manifest);
      expect([componentOf(manifest), securityContext]).toEqual([
        componentOf(manifest),
        expect.objectContaining({ runAsNonRoot: true, runAsUser: 1000 }),
      ]);
      expect(automountServiceAccountToken).toBe(false);
      expect(containerOf(manifest)).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: { cpu: expect.anything() }, limits: { memory: expect.any(String) } },
      });
    }
  });

  test("only the workers that open documents are without the runtime's filter, for the stricter one of their own", () => {
    const unconfined = workloads.filter(
      (manifest) => (podOf(manifest).securityContext['seccompProfile'] as { type: string }).type !== 'RuntimeDefault',
    );
    expect(unconfined.map(componentOf)).toEqual(['worker-documents', 'worker-shelves']);
    expect(environmentOf(workers.find((one) => componentOf(one) === 'worker-deliveries')!)).toMatchObject({
      ENGINE_SANDBOX: 'weak',
    });
  });

  test('each has a configuration that loads, and no key that it does not use', () => {
    for (const manifest of workloads.filter((one) => componentOf(one) !== 'store-filter')) {
      const environment = environmentOf(manifest);
      const load = workers.includes(manifest) ? loadWorkerConfig : loadConfig;
      expect(load(environment)).toMatchObject({ nodeEnv: 'production', temporal: { namespace: 'shelfwright' } });
      const extra = componentOf(manifest) === 'setup' ? ['S3_ROOT_ACCESS_KEY', 'S3_ROOT_SECRET_KEY'] : [];
      const known = [...Object.keys(serviceEnvironment.properties), ...extra];
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    }
    for (const worker of workers) expect(Object.keys(environmentOf(worker)).join()).not.toMatch(/ISSUER|SIGNER|ROOT/);
    const withKeys = workloads.filter((one) => /ENCRYPTION|SMTP/.test(Object.keys(environmentOf(one)).join()));
    expect(withKeys.map(componentOf)).toEqual(['api', 'worker-deliveries', 'setup']);
    const filter = deployments.find((one) => componentOf(one) === 'store-filter')!;
    expect(loadFilterConfig(environmentOf(filter))).toMatchObject({ port: 9000, bucket: 'shelfwright' });
    expect(containerOf(filter)).not.toHaveProperty('envFrom');
    // or it would limit the connections of the ingress, which are those of all clients
    const configMapKeyRef = { name: 'shelfwright', key: 'TRUSTED_PROXIES', optional: true };
    expect(containerOf(filter).env).toContainEqual({ name: 'TRUSTED_PROXIES', valueFrom: { configMapKeyRef } });
  });

  test('each runs a program that the build makes, with the flags of Compose, and is asked whether it lives and is ready', () => {
    for (const manifest of workloads) {
      const { command, livenessProbe, readinessProbe } = containerOf(manifest);
      const file = command.at(-1) ?? '';
      expect([file, existsSync(file)]).toEqual([file, true]);
      const program = file.replace(/^dist\/(local\/)?|(\/main)?\.js$/g, '').replace('api/', '');
      expect(command.slice(0, -1)).toEqual(['node', ...nodeFlags(program)]);
      if (manifest.kind === 'Deployment') expect([livenessProbe, readinessProbe]).not.toContain(undefined);
    }
  });

  test('every deployment may be disturbed by one pod at a time', () => {
    const selected = ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels);
    expect(selected).toHaveLength(deployments.length);
    for (const { spec } of deployments) expect(selected).toContainEqual(spec.selector.matchLabels);
  });

  test('every queue has workers, and they are scaled by its backlog in the namespace of the service, never to none', () => {
    const served = workers.flatMap((one) => loadWorkerConfig(environmentOf(one)).workerQueues);
    expect(taskQueuesOf(served).toSorted()).toEqual(Object.values(TASK_QUEUES).toSorted());
    const scalers = ofKind('ScaledObject');
    expect(scalers.map(({ spec }) => spec.scaleTargetRef.name)).toEqual(
      workers.map(({ metadata }) => metadata.name).toSorted(byAutoscaling),
    );
    for (const { spec } of scalers) {
      const queue = spec.scaleTargetRef.name.replace('shelfwright-worker-', '') as
        | 'shelves'
        | 'documents'
        | 'deliveries';
      expect(spec.triggers.map(({ metadata }) => metadata['taskQueue'])).toEqual(taskQueuesOf([queue]));
      expect(spec.minReplicaCount).toBeGreaterThanOrEqual(1);
      for (const { metadata } of spec.triggers) expect(metadata['namespace']).toBe('shelfwright');
    }
  });
});

/** The order of autoscaling/workers.yaml. */
function byAutoscaling(a: string, b: string): number {
  const order = ofKind('ScaledObject').map(({ spec }) => spec.scaleTargetRef.name);
  return order.indexOf(a) - order.indexOf(b);
}
