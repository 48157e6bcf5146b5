/** Tells a shelf's run that one of its activities is tried again and again, and why, so that operators see it by the run. */
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Info } from '@temporalio/activity';
import { attemptReason, type AttemptReason } from '../activities/failures.js';
import type { Logger } from '../infra/logger.js';
import type { Temporal } from '../infra/temporal.js';
import { ATTEMPT_FAILED, WORKFLOWS, type AttemptFailed } from '../workflows/messages.js';

/** One that succeeds at the second attempt was no matter. */
const FIRST_TOLD = 3;
/** At most a minute apart, so each half hour; a history has room for that. */
const TOLD_EVERY = 30;
const SIGNAL_TIMEOUT_MS = 2_000;
/** What passes, or may: the other reasons end the run. */
const TOLD: readonly AttemptReason[] = ['postgres', 'object_store', 'temporal', 'mail_server', 'disk', 'defect'];

export function reportFailedAttempts(temporal: Pick<Temporal, 'within'>, log: Logger): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          const reason = attemptReason(error);
          if (isTold(info) && TOLD.includes(reason)) await report(info, reason);
          throw error;
        }
      },
    },
  });

  async function report({ workflowExecution, activityType, attempt }: Info, reason: AttemptReason): Promise<void> {
    const { workflowId = '', runId } = workflowExecution ?? {};
    const failed: AttemptFailed = { activity: activityType, attempt, reason };
    try {
      await temporal.within(SIGNAL_TIMEOUT_MS, (client) =>
        client.workflow.getHandle(workflowId, runId).signal(ATTEMPT_FAILED, failed),
      );
    } catch (error) {
      log.warn({ err: error, workflowId }, 'a run was not told of a failed attempt');
    }
  }
}

function isTold({ workflowType, attempt }: Info): boolean {
  return workflowType === WORKFLOWS.shelf && (attempt === FIRST_TOLD || attempt % TOLD_EVERY === 0);
}
