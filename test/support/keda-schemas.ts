/**
 * KEDA's resources as far as deploy/kubernetes uses them: members by https://keda.sh/docs/2.17/reference/scaledobject-spec/
 * and, for the trigger, https://keda.sh/docs/2.17/scalers/temporal/, which are those of 2.22 as well. KEDA's own schema takes
 * any text as a trigger's metadata.
 */
const text = { type: 'string', minLength: 1 };
const number = { type: 'string', pattern: '^\\d+$' };
const count = { type: 'integer', minimum: 0 };
const closed = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const head = (kind: string) => ({
  apiVersion: { const: 'keda.sh/v1alpha1' },
  kind: { const: kind },
  metadata: closed({ name: text }, ['name']),
});
const MEMBERS = ['apiVersion', 'kind', 'metadata', 'spec'];

const trigger = closed(
  {
    type: { const: 'temporal' },
    metadata: closed(
      {
        endpoint: text,
        endpointFromEnv: text,
        namespace: text,
        taskQueue: text,
        queueTypes: { type: 'string', pattern: '^(workflow|activity|nexus)(,(workflow|activity|nexus))*$' },
        targetQueueSize: number,
        activationTargetQueueSize: number,
        minConnectTimeout: number,
        tlsServerName: text,
      },
      ['taskQueue', 'namespace', 'queueTypes', 'targetQueueSize'],
    ),
    authenticationRef: closed({ name: text }, ['name']),
  },
  ['type', 'metadata'],
);

const scaleDown = closed({
  stabilizationWindowSeconds: count,
  policies: {
    type: 'array',
    items: closed({ type: { enum: ['Pods', 'Percent'] }, value: count, periodSeconds: count }),
  },
});

/** By kind. */
export const KEDA_SCHEMAS: Record<string, object> = {
  ScaledObject: closed(
    {
      ...head('ScaledObject'),
      spec: closed(
        {
          scaleTargetRef: closed({ name: text }, ['name']),
          minReplicaCount: count,
          maxReplicaCount: count,
          pollingInterval: count,
          advanced: closed({ horizontalPodAutoscalerConfig: closed({ behavior: closed({ scaleDown }) }) }),
          triggers: { type: 'array', minItems: 1, items: trigger },
        },
        ['scaleTargetRef', 'triggers'],
      ),
    },
    MEMBERS,
  ),
  TriggerAuthentication: closed(
    {
      ...head('TriggerAuthentication'),
      spec: closed({
        secretTargetRef: {
          type: 'array',
          items: closed(
            { parameter: { enum: ['ca', 'cert', 'key', 'keyPassword', 'apiKey'] }, name: text, key: text },
            ['parameter', 'name', 'key'],
          ),
        },
      }),
    },
    MEMBERS,
  ),
};
