/** One client with one shelf: creates it, waits until it rests, asks the next thing, and notes what it was promised. */
import type { Shelf } from '../../contract/shelf.js';
import { asker } from './ask.js';
import type { Answer, Ask, Client } from './client.js';
import { bytesOf, type Document } from './documents.js';
import type { Ledger, PromisedShelf } from './ledger.js';
import type { ShelfPlan, Wish } from './mix.js';
import { outcomeAmiss } from './outcomes.js';

/** How an account is signed in to the api. */
export interface Credentials {
  apiKey: string;
  /** With the Origin that cookies need. */
  session: Record<string, string>;
  /** UUID of its row. */
  accountId: string;
}

export interface ScriptDeps {
  client: Client;
  ledger: Ledger;
  accounts: readonly Credentials[];
  /** Once it is aborted nothing more is asked, only waited. */
  enough: AbortSignal;
}

type Rest = NonNullable<PromisedShelf['rests']>;
const AT_REST: readonly string[] = ['review', 'ready', 'failed'] satisfies Rest[];
const WAIT_SECONDS = 20;

/** Resolves when the shelf is left alone; throws when the run is given up. */
export async function playScript(plan: ShelfPlan, deps: ScriptDeps): Promise<void> {
  const script = scriptOf(plan, deps);
  const shelf = await script.create();
  if (shelf === null) return;
  for (;;) {
    const rests = await script.untilRest(shelf);
    if (rests === null) break;
    await script.read(shelf, rests);
    const wish = plan.wishes[rests].shift();
    if (!wish || deps.enough.aborted) break;
    await script.fulfil(shelf, wish);
    if (shelf.deleted) break;
  }
}

function scriptOf(plan: ShelfPlan, { client, ledger, accounts }: ScriptDeps) {
  const credentials = accounts[plan.account] as Credentials;
  const byKey = { authorization: `Bearer ${credentials.apiKey}` };
  const name = `Shelf ${plan.number}`;
  let requests = 0;

  const ask = asker({ client, ledger, name, headers: byKey });
  const change = (what: string, path: string, more: Partial<Ask>, expected: readonly number[]): Promise<Answer> => {
    requests += 1;
    const key = `${plan.number}-${requests}-${what}`;
    return ask(what, { path, method: 'POST', key, ...more }, expected);
  };
  const pathOf = (shelf: PromisedShelf, rest = ''): string => `/v1/shelves/${shelf.publicId}${rest}`;

  async function form(document: Document, fields: Record<string, string>) {
    const bytes = new Uint8Array(await bytesOf(document));
    requests += 1;
    const fileName = `shelf-${plan.number}-${requests}.pdf`;
    const body = (): FormData => {
      const made = new FormData();
      made.append('file', new Blob([bytes], { type: 'application/pdf' }), fileName);
      for (const [field, value] of Object.entries(fields)) made.append(field, value);
      return made;
    };
    return { body, sent: { fileName, document } };
  }

  /** The versions that a shelf has more of, now that it has come to rest; and whether it was to end so. */
  function count(shelf: PromisedShelf, rests: Rest, seen: Shelf): void {
    const { current } = shelf;
    const pages = 'pages' in current.document ? current.document.pages : null;
    const amiss = outcomeAmiss(current.document, seen);
    if (amiss) ledger.surprise(`${name}: ${current.fileName} ${JSON.stringify(current.document)} ${amiss}`);
    if (shelf.rests !== null) return;
    shelf.rests = rests;
    shelf.history.push(rests);
    if (rests === 'ready') shelf.versions.push({ fileName: current.fileName, pages, note: null });
  }

  return {
    async create(): Promise<PromisedShelf | null> {
      const { template, isReviewed } = plan;
      const fields = { name, review: String(isReviewed), ...(template !== null && { template }) };
      const { body, sent } = await form(plan.document, fields);
      const headers = plan.isReviewed ? credentials.session : byKey;
      const answer = await change('create', '/v1/shelves', { body, headers }, [201]);
      if (answer.status !== 201) return null;
      const { publicId } = answer.body as Shelf;
      const begun = { versions: [], history: [], deleted: false, rests: null };
      const shelf = { plan, name, publicId, current: sent, ...begun };
      ledger.promise(shelf);
      return shelf;
    },

    /** Null when the shelf is not there. */
    async untilRest(shelf: PromisedShelf): Promise<Rest | null> {
      for (;;) {
        const answer = await ask('get', { path: pathOf(shelf, `?wait=${WAIT_SECONDS}`) }, [200]);
        if (answer.status !== 200) return null;
        const seen = answer.body as Shelf;
        const { status } = seen;
        if (!AT_REST.includes(status)) continue;
        count(shelf, status as Rest, seen);
        return status as Rest;
      }
    },

    /** A few reads, as agents do; what they say is checked at the end. */
    async read(shelf: PromisedShelf, rests: Rest): Promise<void> {
      const expected = rests === 'failed' ? [409] : [200];
      for (const path of ['/listing', '/files/README.md', '/tree']) {
        await ask(`read of ${path}`, { path: pathOf(shelf, path) }, expected);
      }
    },

    async fulfil(shelf: PromisedShelf, wish: Wish): Promise<void> {
      const { action } = wish;
      ledger.note('asks', { publicId: shelf.publicId, action });
      if (action === 'upload') await upload(shelf, wish.document);
      else if (action === 'delete') await remove(shelf);
      else if (action === 'restore') await restore(shelf);
      else if (action === 'approve' || action === 'amend') await approve(shelf, action);
      else {
        const { status } = await change(action, pathOf(shelf, `/${action}`), {}, [200]);
        if (status === 200) shelf.rests = null;
      }
      ledger.note('answered', { publicId: shelf.publicId, action, versions: shelf.versions.length });
    },
  };

  async function upload(shelf: PromisedShelf, document: Document): Promise<void> {
    const { body, sent } = await form(document, {});
    const { status } = await change('upload', pathOf(shelf, '/upload'), { body }, [200]);
    if (status !== 200) return;
    shelf.current = sent;
    shelf.rests = null;
  }

  async function approve(shelf: PromisedShelf, action: 'approve' | 'amend'): Promise<void> {
    const note = { path: `99-note-${requests}.md`, content: `# Note ${requests} of ${name}\n` };
    const operations = [{ type: 'write', ...note }];
    const amended = {
      body: () => JSON.stringify({ operations }),
      headers: { ...byKey, 'content-type': 'application/json' },
    };
    const more = action === 'amend' ? amended : {};
    const { status, body } = await change(action, pathOf(shelf, '/approve'), more, [200]);
    if (status !== 200) return;
    const pages = 'pages' in shelf.current.document ? shelf.current.document.pages : null;
    const version = { fileName: shelf.current.fileName, pages, note: null };
    shelf.versions.push(version, ...(action === 'amend' ? [{ ...version, note }] : []));
    shelf.rests = 'ready';
    shelf.history.push('ready');
    const { currentVersionNumber } = body as Shelf;
    if (currentVersionNumber !== shelf.versions.length)
      ledger.surprise(`${name}: ${action} answered version ${currentVersionNumber}, not ${shelf.versions.length}`);
  }

  async function restore(shelf: PromisedShelf): Promise<void> {
    if (shelf.versions.length === 0) return;
    const answer = await ask('restore', { path: pathOf(shelf, '/restore'), method: 'POST' }, [200, 409]);
    // repeated without a key: the first may have been carried out
    if (answer.status === 409 && !answer.isRepeat) ledger.surprise(`${name}: restore was refused`);
    shelf.current = { fileName: shelf.versions.at(-1)?.fileName ?? '', document: { hostile: 'restored' } };
    shelf.rests = 'ready';
    shelf.history.push('ready');
  }

  async function remove(shelf: PromisedShelf): Promise<void> {
    const answer = await ask('delete', { path: pathOf(shelf), method: 'DELETE' }, [200, 404]);
    if (answer.status === 404 && !answer.isRepeat) ledger.surprise(`${name}: was gone before its deletion`);
    shelf.deleted = true;
  }
}
