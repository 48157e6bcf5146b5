/** Runs the code for receivers of webhooks that the web app shows, as somebody who has copied it would. */
import { spawnSync } from 'node:child_process';

export interface Delivered {
  secret: string;
  /** `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  headers: Record<string, string>;
  body: string;
}

const NODE_AROUND = (code: string) => `const { headers, body: rawBody } = JSON.parse(process.env.DELIVERED);
try {
${code.replace(/^import .*$/gm, '')}
  console.log(event === undefined ? 'no event' : 'valid');
} catch (error) {
  if (error.name !== 'WebhookVerificationError' && error.constructor.name !== 'WebhookVerificationError') throw error;
}`;

const PYTHON_AROUND = (code: string) => `${code}
import json, os
delivered = json.loads(os.environ["DELIVERED"])
if verify(os.environ["SHELFWRIGHT_SECRET"], delivered["headers"], delivered["body"].encode()): print("valid")`;

const LANGUAGES = {
  node: (code: string) => {
    const imports = (code.match(/^import .*$/gm) ?? []).join('\n');
    return [process.execPath, '--input-type=module', '-e', `${imports}\n${NODE_AROUND(code)}`];
  },
  python: (code: string) => ['python3', '-c', PYTHON_AROUND(code)],
};
export type Language = keyof typeof LANGUAGES;

export const hasPython = (): boolean => spawnSync('python3', ['--version']).status === 0;

/** Whether the code takes the delivery. Throws with what it has complained of where it does not run. */
export function takes(language: Language, code: string, { secret, ...delivered }: Delivered): boolean {
  const [command = '', ...args] = LANGUAGES[language](code);
  const env = { PATH: process.env['PATH'], SHELFWRIGHT_SECRET: secret, DELIVERED: JSON.stringify(delivered) };
  const { stdout, stderr, status } = spawnSync(command, args, { env, encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`${language} ended with ${status}:\n${stderr}`);
  return stdout.trim() === 'valid';
}
