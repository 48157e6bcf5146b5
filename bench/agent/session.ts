/**
 * `npm run bench -- agent`: a session of an agent without a model over /mcp, against the whole service, beside the same
 * questions by tools of the published server's shape; then how long each tool takes on a shelf of 1,000 files.
 */
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Shelfwright } from '../../clients/typescript/src/index.js';
import { fileFrom } from '../../clients/typescript/src/node.js';
import { givenReadyShelf } from '../../test/support/app.js';
import { connectMcp } from '../../test/support/mcp.js';
import { startService } from '../../test/support/service.js';
import { table } from '../table.js';
import { thousandFiles, toolLatencies } from './latency.js';
import { QUESTIONS, type Question } from './questions.js';
import { ownTools, publishedTools, type Spent } from './tools.js';

export const BOOK = join('..', 'shared', 'corpus', 'long', 'freeculture.pdf');

/** Characters of a wrong answer that are shown. */
const SHOWN = 300;

export interface AgentBenchmark {
  /** The book; the session is skipped where it is not there. */
  book: string;
  say: (line: string) => void;
}

/** Whether every question was answered rightly. */
export async function agentSession({ book, say }: AgentBenchmark): Promise<boolean> {
  const service = await startService({ LIMIT_WRITES_PER_MINUTE: '100000' });
  try {
    say(`${cpus().length} x ${cpus()[0]?.model ?? 'processor'}, node ${process.version}`);
    const api = new Shelfwright({ baseUrl: service.baseUrl, apiKey: service.apiKey });
    const mcp = await connectMcp([service.baseUrl], service.apiKey);
    const asked = existsSync(book) ? await askAll(api, mcp.client, { book, say }) : skipped(book, say);
    const large = await givenReadyShelf(service, service.account, thousandFiles());
    say(`\nTools on a shelf of 1,000 files:\n\n${await toolLatencies(mcp.client, large.publicId, asked.bookId)}`);
    await mcp.close();
    return asked.allRight;
  } finally {
    await service.stop();
  }
}

interface Asked {
  allRight: boolean;
  /** The book's shelf; null where there was no book. */
  bookId: string | null;
}

function skipped(book: string, say: AgentBenchmark['say']): Asked {
  say(`\nSKIPPED: ${book} is not there, so no question was asked.`);
  return { allRight: true, bookId: null };
}

type McpClient = Awaited<ReturnType<typeof connectMcp>>['client'];

async function askAll(api: Shelfwright, client: McpClient, { book, say }: AgentBenchmark): Promise<Asked> {
  const begun = performance.now();
  const { publicId: id } = await api.upload({ file: await fileFrom(book), template: 'book' });
  const shelf = await api.waitUntilReady(id);
  say(`${shelf.name}: ${shelf.pageCount} pages, ready after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const listed = (await client.listTools()).tools;
  say(`${listed.length} tools, ${JSON.stringify(listed).length} characters in every conversation`);
  const tree = publishedTools(api, id);
  await tree.tree();
  const answers: Answered[] = [];
  for (const question of QUESTIONS) {
    const own = ownTools(client, id);
    const published = publishedTools(api, id);
    answers.push({
      question,
      own: { answer: await answerOf(() => question.own(own)), spent: own.spent },
      published: { answer: await answerOf(() => question.published(published)), spent: published.spent },
    });
  }
  say(`\n${answersTable(answers, tree.spent)}`);
  for (const { question, own, published } of answers)
    for (const [whose, outcome] of Object.entries({ own, published }))
      if (!isRight(question, outcome)) say(`WRONG (${whose}): ${question.text} ${outcome.answer?.slice(0, SHOWN)}`);
  return { allRight: answers.every(({ question, own }) => isRight(question, own)), bookId: id };
}

/** A script that finds nothing has answered wrongly; the others are asked all the same. */
const answerOf = (ask: () => Promise<string | null>): Promise<string | null> =>
  ask().catch((error: unknown) => (error instanceof Error ? error.message : 'no answer'));

interface Outcome {
  answer: string | null;
  spent: Spent;
}
interface Answered {
  question: Question;
  own: Outcome;
  published: Outcome;
}

/** Whether the answer is what the PDF says; a question that was not answered has no wrong answer. */
function isRight({ expected }: Question, { answer }: Outcome): boolean {
  if (answer === null) return true;
  return expected.every((one) => (typeof one === 'string' ? answer.includes(one) : one.test(answer)));
}

function answersTable(answers: readonly Answered[], tree: Spent): string {
  const cells = (question: Question, outcome: Outcome): string[] => {
    const { answer, spent } = outcome;
    if (answer === null) return ['-', '-'];
    const mark = isRight(question, outcome) ? '' : ' (wrong)';
    return [String(spent.calls), `${spent.characters.toLocaleString('en')}${mark}`];
  };
  const rows = answers.map(({ question, own, published }) => [
    question.text,
    ...cells(question, own),
    ...cells(question, published),
    published.answer === null ? '-' : tree.characters.toLocaleString('en'),
  ]);
  const total = (pick: (answer: Answered) => Outcome, what: 'calls' | 'characters'): string =>
    answers.reduce((sum, one) => sum + pick(one).spent[what], 0).toLocaleString('en');
  const own = (one: Answered) => one.own;
  const published = (one: Answered) => one.published;
  rows.push([
    'all',
    total(own, 'calls'),
    total(own, 'characters'),
    total(published, 'calls'),
    total(published, 'characters'),
    tree.characters.toLocaleString('en'),
  ]);
  return table(
    ['question', 'calls', 'characters', 'whole files: calls', 'characters', 'one get_shelf_tree: characters'],
    rows,
  );
}
