/** Parses the command line. */
import { parseArgs } from 'node:util';
import { COMMANDS, type Command, type Options } from './commands.js';
import { UsageError } from './input.js';

export interface Request {
  asJson: boolean;
  work: ReturnType<Command['prepare']>;
}

export function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, { operands, options, about }]) => {
    const given = Object.entries(options).map(([option, value]) => `[${`--${option} ${value}`.trimEnd()}]`);
    return `  ${[name, ...operands, ...given].join(' ')}\n      ${about}\n`;
  });
  return `usage: npm run -s admin -- COMMAND [--json]\n\n${lines.join('')}`;
}

/** Null when help is requested. Throws UsageError. */
export function readRequest(args: string[]): Request | null {
  if (args.includes('--help') || args[0] === 'help') return null;
  const [name, command] = findCommand(args);
  const { values, positionals } = parse(args, command);
  const operands = positionals.slice(name.split(' ').length);
  if (operands.length !== command.operands.length)
    throw new UsageError(`usage: ${[name, ...command.operands].join(' ')}`);
  const { json, ...options } = values as Record<string, string | boolean>;
  const given: Options = Object.fromEntries(Object.entries(options).map(([option, value]) => [option, String(value)]));
  return { asJson: json === true, work: command.prepare(operands, given) };
}

function findCommand(args: string[]): [string, Command] {
  const words = args.filter((arg) => !arg.startsWith('-'));
  const names = [words.slice(0, 2).join(' '), words[0] ?? ''];
  const name = names.find((one) => Object.hasOwn(COMMANDS, one)) ?? names[0]!;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`${name ? `There is no command "${name}".\n\n` : ''}${usage()}`);
  return [name, command];
}

function parse(args: string[], command: Command) {
  const own = Object.entries(command.options).map(([option, form]) => [
    option,
    { type: form === '' ? ('boolean' as const) : ('string' as const) },
  ]);
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { ...Object.fromEntries(own), json: { type: 'boolean' as const } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
