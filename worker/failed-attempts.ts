/** Signals to a shelf's run that one of its activities is being retried, and why, so that operators see it in the run. */
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { Info } from '@temporalio/activity';
import { attemptReason, type AttemptReason } from '../activities/failures.js';
import type { Logger } from '../infra/logger.js';
import { DEPENDENCIES } from '../infra/outages.js';
import type { Temporal } from '../infra/temporal.js';
import { ATTEMPT_FAILED, WORKFLOWS, type AttemptFailed } from '../workflows/messages.js';

/** An activity that succeeds at the second attempt is not worth a signal. */
const FIRST_REPORTED = 3;
/** Attempts are at most a minute apart, so this is about every half hour, which a history has room for. */
const REPORT_EVERY = 30;
const SIGNAL_TIMEOUT_MS = 2_000;
/** Reasons that are retried; the others end the run. */
const REPORTED: readonly AttemptReason[] = [...DEPENDENCIES, 'defect'];

export function reportFailedAttempts(temporal: Pick<Temporal, 'within'>, log: Logger): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          const reason = attemptReason(error);
          if (isReported(info) && REPORTED.includes(reason)) await report(info, reason);
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
      log.warn({ err: error, workflowId }, 'a run was not notified of a failed attempt');
    }
  }
}

function isReported({ workflowType, attempt }: Info): boolean {
  return workflowType === WORKFLOWS.shelf && (attempt === FIRST_REPORTED || attempt % REPORT_EVERY === 0);
}
