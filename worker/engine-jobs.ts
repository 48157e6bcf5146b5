/** Does the jobs of an engine process. */
import type { EngineJob, EngineResults } from './engine-protocol.js';
import { draw, inspect, languages, measure, paint, parse } from './reading-jobs.js';
import { conclude, convert, edit, stage, structure, verify } from './tree-jobs.js';

/** Does a job. @throws what the engine throws. */
export function runJob(job: EngineJob): Promise<EngineResults[EngineJob['kind']]> {
  switch (job.kind) {
    case 'inspect':
      return inspect(job);
    case 'parse':
      return parse(job);
    case 'languages':
      return languages(job);
    case 'paint':
      return paint(job);
    case 'draw':
      return draw(job);
    case 'measure':
      return measure(job);
    case 'structure':
      return structure(job);
    case 'verify':
      return verify(job);
    case 'conclude':
      return conclude(job);
    case 'convert':
      return convert(job);
    case 'stage':
      return stage(job);
    case 'edit':
      return edit(job);
  }
}
