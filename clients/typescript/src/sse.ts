/** Server-sent events, as the HTML standard has them read. */

export interface ServerMessage {
  /** `message` where the server names none. */
  event: string;
  data: string;
  /** Of this message or the last one before it that had one. */
  id: string;
}

export interface StreamListener {
  /** Given the milliseconds that the server wants clients to wait before they connect again. */
  retry: (ms: number) => void;
  /** Called at each comment, by which a server shows that an idle stream is alive. */
  comment: () => void;
}

/** Reads a stream's messages, and tells `on` of what stands between them. */
export async function* readMessages(chunks: AsyncIterable<string>, on: StreamListener): AsyncGenerator<ServerMessage> {
  let [event, id] = ['', ''];
  let data: string[] = [];
  for await (const line of readLines(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id };
      [event, data] = ['', []];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon); // '' for a comment
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) on.retry(Number(value));
    else if (field === '') on.comment();
  }
}

/** Lines that end with LF, CR LF or CR; what stands behind the last end is not finished and is dropped. */
async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    // a CR at the very end may be the first half of a CR LF
    for (let end = rest.search(/\r\n|\n|\r(?!$)/); end >= 0; end = rest.search(/\r\n|\n|\r(?!$)/)) {
      yield rest.slice(0, end);
      rest = rest.slice(end + (rest.startsWith('\r\n', end) ? 2 : 1));
    }
  }
}

/** The text of a body; rejects when nothing has come for `silenceMs`. Leaving the loop cancels the body. */
export async function* readText(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read(), silenceMs);
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // of a stream that has failed there is nothing left to cancel
    await reader.cancel().catch(() => undefined);
  }
}

function withinTime<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing came for ${ms} ms`)), ms);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
