/** What a tool is made of, and how the protocol's server learns of it. */
import { fromJsonSchema, type CallToolResult, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { FastifyBaseLogger } from 'fastify';
import type { Static, TObject } from 'typebox';
import { argumentsCheck, CHECKED_LATE, UNCHECKED } from './arguments-check.js';
import { RefusedError, type ApiCalls } from './api-calls.js';
import { argumentsText, faultText, READ_ONLY_TEXT, refusalText } from './refusals.js';

/** What a call of a tool has beside its arguments. */
export interface ToolCall {
  api: ApiCalls;
  /** Aborted when the client cancels or goes away. */
  signal: AbortSignal;
  /** Tells the client how far the work is; does nothing unless the client asked for it. */
  progress: (done: number, total: number | null, message: string) => Promise<void>;
}

interface ToolSpec<Input extends TObject> {
  name: string;
  title: string;
  /** For a model: what it gets, and when to take this tool. */
  description: string;
  input: Input;
  /** Of data; tools without it answer with text alone. */
  output?: TObject;
  /** Readers change nothing; writers are hidden from keys that may only read. */
  kind: 'reads' | 'creates' | 'destroys';
  run: (input: Static<Input>, call: ToolCall) => Promise<CallToolResult>;
}

/** Whom a server is built for. */
export interface ToolCaller {
  api: ApiCalls;
  mayWrite: boolean;
  /** The tool that this request calls; null for any other request. */
  calledTool: string | null;
  log: FastifyBaseLogger;
}

export type Tool = (server: McpServer, caller: ToolCaller) => void;

const ANNOTATIONS = {
  reads: { readOnlyHint: true, openWorldHint: false },
  creates: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  destroys: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

/** A function that registers the tool; its schemas are compiled once, at the first call, which takes milliseconds. */
export function defineTool<Input extends TObject>(spec: ToolSpec<Input>): Tool {
  const { name, title, description, input, output, kind, run } = spec;
  const inputSchema = { ...input, additionalProperties: false };
  const faultsOf = argumentsCheck(inputSchema);
  const config = {
    title,
    description,
    annotations: ANNOTATIONS[kind],
    inputSchema: fromJsonSchema<Static<Input>>(inputSchema, UNCHECKED),
    ...(output && { outputSchema: fromJsonSchema<Record<string, unknown>>(output, CHECKED_LATE) }),
  };
  return (server, { api, mayWrite, calledTool, log }) => {
    const isHidden = kind !== 'reads' && !mayWrite;
    // no list names it, but a client that calls it all the same learns why that is of no use
    if (isHidden && calledTool !== name) return;
    server.registerTool(name, config, async (given, context) => {
      if (isHidden) return refused(READ_ONLY_TEXT);
      try {
        const faults = faultsOf(given);
        if (faults !== null) return refused(argumentsText(faults));
        return await run(given, { api, signal: context.mcpReq.signal, progress: progressOf(context) });
      } catch (error) {
        const creates = kind === 'creates';
        if (error instanceof RefusedError) return refused(refusalText(error, { creates }));
        if (!context.mcpReq.signal.aborted) log.error({ err: error, tool: name }, 'a tool failed');
        return refused(faultText({ creates }));
      }
    });
  };
}

function progressOf({ mcpReq }: ServerContext): ToolCall['progress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => Promise.resolve();
  return (progress, total, message) =>
    mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message, ...(total !== null && { total }) },
    });
}

/** Data, as structure and as text: hosts show a model one of both. */
export function data(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

/** Text, in one or several blocks. */
export function text(...texts: string[]): CallToolResult {
  return { content: texts.map((one) => ({ type: 'text', text: one })) };
}

/** An error that a model can do something about. */
export function refused(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}
