import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { newWebhookSecret, signWebhook } from '../../../infra/webhook-signature.js';

const PAGE = readFileSync('docs/webhooks.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'shelfwright-snippets-'));
const body = '{"event":"shelf.ready","data":{"name":"Größe \u{1F4DA}, \\"quoted\\" $HOME"}}';
const id = 'evt_0123456789abcdef01234567';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The page's code in a language that holds `needle`. */
function snippet(language: string, needle: string): string {
  const found = [...PAGE.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(
    ([, of, code]) => of === language && code?.includes(needle),
  );
  if (!found?.[2]) throw new Error(`docs/webhooks.md has no ${language} code with ${needle}`);
  return found[2];
}

const HEADERS = '{"webhook-id": ID, "webhook-timestamp": TIMESTAMP, "webhook-signature": SIGNATURE}';
/** How each is run: it says `valid`, or nothing. */
const PROGRAMS = [
  {
    command: process.execPath,
    file: 'verify.mjs',
    code: `${snippet('js', 'function verify')}
const { SECRET, ID, TIMESTAMP, SIGNATURE } = process.env;
const { readFileSync } = await import('node:fs');
if (verify(SECRET, ${HEADERS}, readFileSync('body.json'))) console.log('valid');`,
  },
  {
    command: 'python3',
    file: 'verify.py',
    code: `${snippet('python', 'def verify')}
import os
SECRET, ID, TIMESTAMP, SIGNATURE = (os.environ[name] for name in ("SECRET", "ID", "TIMESTAMP", "SIGNATURE"))
if verify(SECRET, ${HEADERS}, open("body.json", "rb").read()): print("valid")`,
  },
  { command: 'sh', file: 'verify.sh', code: snippet('sh', 'openssl dgst'), needs: 'openssl' },
];

for (const { command, file, code, needs = command } of PROGRAMS) {
  const isThere = spawnSync(needs, [needs === 'openssl' ? 'version' : '--version']).status === 0;
  if (!isThere)
    process.stderr.write(`not run: the verifier for ${command} in docs/webhooks.md, since there is no ${needs}\n`);
  (isThere ? test : test.skip)(
    `the verifier for ${file} in docs/webhooks.md takes what is right, and nothing else`,
    () => {
      writeFileSync(join(folder, file), code);
      const says = ({ secret, timestamp, text, signature }: Delivery) => {
        writeFileSync(join(folder, 'body.json'), text);
        const env = {
          PATH: process.env.PATH,
          SECRET: secret,
          ID: id,
          TIMESTAMP: String(timestamp),
          SIGNATURE: signature,
        };
        const { stdout, stderr } = spawnSync(command, [file], { cwd: folder, env, encoding: 'utf8' });
        expect(stderr).toBe('');
        return stdout.trim();
      };
      const right = delivery(Math.floor(Date.now() / 1000));
      expect(says(right)).toBe('valid');
      expect(says({ ...right, text: `${body} ` })).toBe('');
      expect(says({ ...right, timestamp: right.timestamp + 1 })).toBe('');
      expect(says({ ...right, secret: newWebhookSecret() })).toBe('');
      expect(says({ ...right, signature: '' })).toBe('');
      // the shell's one is for deliveries that were kept
      if (command !== 'sh') expect(says(delivery(right.timestamp - 400))).toBe('');
    },
  );
}

type Delivery = ReturnType<typeof delivery>;

function delivery(timestamp: number) {
  const secret = newWebhookSecret();
  return { secret, timestamp, text: body, signature: signWebhook(secret, { id, timestamp, body }) };
}
